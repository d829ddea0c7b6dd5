internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import DeviceCodecs
internal import DisplayAccess
internal import Files
internal import Foundation
internal import HealthInputs
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteRecords
internal import StoreBackup
internal import StoreEngine

/// Why a command failed: one line for people, a code for scripts, and an exit code of `sysexits.h`.
package struct CommandFailure: Error, Hashable {
    /// The stable code, as in errors on the bus.
    let code: String
    /// What happened, and what to do about it.
    let message: String
    /// Whether a later attempt may succeed.
    let isRetriable: Bool
    /// The program's exit code, one of ``ExitCodes``.
    let exitCode: Int32

    /// Creates a failure.
    package init(_ code: String, message: String, exitCode: Int32, isRetriable: Bool = false) {
        self.code = code
        self.message = message
        self.isRetriable = isRetriable
        self.exitCode = exitCode
    }

    /// Makes a failure for wrong input.
    package static func input(_ message: String) -> Self {
        Self("invalidArgument", message: message, exitCode: ExitCodes.input)
    }

    /// Throws if a stream of messages ended without a request to end it.
    static func endedEarly() throws {
        guard !Task.isCancelled else { return }
        throw Self(
            "notConnected",
            message:
                "the bus stopped sending: check that the broker is running and that this account may subscribe",
            exitCode: 69,
            isRetriable: true
        )
    }

    /// Converts an error of this program; nil for one that the argument parser explains.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as BusError: self = .init(bus: error)
        case let error as RuntimeError: self.init(error, exitCode: error.exitCode)
        case let error as FileError: self.init(error, exitCode: error.exitCode)
        case let error as HubConnectionError: self.init(error, exitCode: error.exitCode)
        case let error as PhotoFault: self.init(error.code, message: error.message, exitCode: error.exitCode)
        case let error as HubRunnerError: self.init(error, exitCode: error.exitCode)
        case let error as SiteError: self.init(error, exitCode: error.exitCode)
        case let error as HealthInputsError: self.init(error, exitCode: ExitCodes.input)
        case let error as BackupError: self.init(backup: error)
        case let error as StoreError: self.init(store: error)
        case let error as CodecError: self.init(error, exitCode: ExitCodes.input)
        default:
            // Errors of Foundation and the system have wording for programmers, but users meet them with any file.
            guard let failure = Self(file: error) else { return nil }
            self = failure
        }
    }

    /// Wraps an error of a module; a full disk behind it is reported as such, whatever operation failed.
    private init<Code>(_ error: CodedError<Code>, exitCode: Int32) {
        guard !Self.isFull(error.errno) else {
            self = .noSpace("\(error.message): \(Self.full)")
            return
        }
        self.init(error.code.rawValue, message: error.message, exitCode: exitCode, isRetriable: error.isRetriable)
    }

    /// Converts the fault that ended an import or fetch.
    init(fault: WireFault) {
        self = CommandFailure(fault.error) ?? CommandFailure(fault.code, message: fault.message, exitCode: 65)
    }

    private init(backup error: BackupError) {
        switch error.kind {
        case .unreadable: self.init("backupUnreadable", message: error.message, exitCode: ExitCodes.input)
        case .cannotWrite: self.init("cannotWrite", message: error.message, exitCode: ExitCodes.cannotWrite)
        case .running:
            self.init("alreadyRunning", message: error.message, exitCode: ExitCodes.tryAgain, isRetriable: true)
        case .invalid: self = .input(error.message)
        }
    }

    private init(store error: StoreError) {
        let message = "\(error.path): \(error.message)"
        switch error.code {
        case .full: self = .noSpace(message)
        case .readOnly, .cannotOpen: self.init(error.code.rawValue, message: message, exitCode: ExitCodes.cannotWrite)
        default:
            let exitCode = error.isRetriable ? ExitCodes.tryAgain : ExitCodes.failed
            self.init(error.code.rawValue, message: message, exitCode: exitCode, isRetriable: error.isRetriable)
        }
    }

    private init(bus error: BusError) {
        self.init(
            error.code.rawValue,
            message: Self.words(bus: error),
            exitCode: Self.exitCode(error),
            isRetriable: error.isRetriable
        )
    }

    /// The message for people: names the process and hub that do not answer, or may not be asked, in place of the topic.
    private static func words(bus error: BusError) -> String {
        guard [.noResponder, .notAuthorized].contains(error.code),
            let topic = error.message.split(whereSeparator: { " :'".contains($0) })
                .first(where: { $0.hasPrefix("vitalbus/") })
        else { return error.message }
        // vitalbus/v1/SITE/HUB/request/ACTOR/OPERATION/…
        let levels = topic.split(separator: "/")
        guard levels.count > 5 else { return error.message }
        let place = levels[3] == BusAddress.siteHub ? "the site's server" : "hub '\(levels[3])'"
        guard error.code == .noResponder else {
            // Only a request names a right. A revoked hub may not even hear its replies, and the message says why.
            guard levels[4] == "request", levels.count > 6 else { return error.message }
            return "this account has no right to '\(levels[6])' of \(levels[5]) at \(place) of site '\(levels[2])': "
                + "check the names with 'vitalbus status', or use an account with this right"
        }
        let isRadio = [BusRole.bleScanner, .deviceReader].contains { $0.rawValue == levels[5] }
        let why = isRadio ? ", as on a hub without a radio" : ""
        return "\(levels[5]) is not running at \(place)\(why): 'vitalbus status' shows its processes"
    }

    /// The exit code for an error of the bus or an actor.
    static func exitCode(_ error: BusError) -> Int32 {
        switch error.code {
        case .notConnected, .noResponder, .connectionRefused: ExitCodes.unavailable
        case .notAuthorized, .unauthorized: ExitCodes.notAuthorized
        case .noSpace: ExitCodes.noSpace
        case .invalidArgument, .unusualValue, .malformed, .invalidTopic, .payloadTooLarge, .unknownOperation, .notFound,
            .conflict:
            ExitCodes.input
        default: error.isRetriable ? ExitCodes.tryAgain : ExitCodes.failed
        }
    }

    /// The failure as a single line for standard error.
    var line: String { message.isEmpty ? code : String(message.map { $0.isNewline ? " " : $0 }) }

    /// The failure as JSON, as in replies on the bus.
    var fault: WireFault { WireFault(code: code, message: message, retriable: isRetriable) }
}

/// The exit codes of `vitalbus`: those of `sysexits.h`, with their meanings for scripts.
package enum ExitCodes {
    /// The request was carried out.
    static let done: Int32 = 0
    /// The request was not carried out, or a check found a problem.
    static let notDone: Int32 = 1
    /// An unknown command or option, or an invalid value of a flag (EX_USAGE).
    static let usage: Int32 = 64
    /// A wrong value, or the name of something that does not exist (EX_DATAERR).
    static let input: Int32 = 65
    /// An input file is missing or unreadable (EX_NOINPUT).
    static let missingFile: Int32 = 66
    /// No program answers, or a program is missing (EX_UNAVAILABLE).
    static let unavailable: Int32 = 69
    /// An internal failure (EX_SOFTWARE).
    static let failed: Int32 = 70
    /// A file or directory cannot be created (EX_CANTCREAT).
    static let cannotWrite: Int32 = 73
    /// A disk is full, here or at the hub (EX_IOERR).
    static let noSpace: Int32 = 74
    /// A later attempt may succeed (EX_TEMPFAIL).
    static let tryAgain: Int32 = 75
    /// The broker or an actor refuses this account (EX_NOPERM).
    static let notAuthorized: Int32 = 77
    /// The configuration is invalid (EX_CONFIG).
    static let configuration: Int32 = 78

    /// Every code with its meaning, as `--help` lists them.
    package static let table: [(code: Int32, meaning: String)] = [
        (done, "done"),
        (
            notDone,
            "refused, not completed, or a person must decide; or the doctor found a fault"
        ),
        (usage, "wrong usage: an unknown command or option, or an impossible value of one"),
        (input, "wrong input: an impossible value, or an unknown name"),
        (missingFile, "an input file is missing or may not be read"),
        (unavailable, "no broker, no answer, or a program is missing"),
        (failed, "the hub or the server failed"),
        (cannotWrite, "a file, a directory or the output cannot be written"),
        (noSpace, "a disk is full, here or at the hub: free some space and try again"),
        (tryAgain, "busy or already running: try again later"),
        (notAuthorized, "not authorised at the broker or an actor"),
        (configuration, "the configuration is wrong, or there is no hub here"),
    ]

    /// The table as lines.
    static var text: String {
        table.map { "  \($0.code)\(String(repeating: " ", count: max(1, 4 - "\($0.code)".count)))\($0.meaning)" }
            .joined(separator: "\n")
    }
}

/// Suggestions for misspelt subcommands.
enum SubcommandHint {
    /// A line with the nearest subcommand; nil if every possible subcommand exists, or none is similar.
    static func line(_ arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Vitalbus.self
        var path = "vitalbus"
        for argument in arguments {
            let known = command.configuration.subcommands
            // The next word may be the option's value, so nothing after it is checked.
            guard !known.isEmpty, !argument.hasPrefix("-") else { return nil }
            if let next = known.first(where: { $0._commandName == argument }) {
                command = next
                path += " \(argument)"
                continue
            }
            let names = known.map { $0._commandName } + (path == "vitalbus" ? ["help"] : [])
            guard !names.contains(argument) else { return nil }
            let hint = NearestName.hint(argument, among: names)
            guard hint.isEmpty else { return "'\(path)' has no subcommand '\(argument)'\(hint)" }
            // It may be an argument of the default subcommand.
            guard command.configuration.defaultSubcommand == nil else { return nil }
            return "'\(path)' has no subcommand '\(argument)'; there are \(names.joined(separator: ", "))"
        }
        return nil
    }
}
