internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import Foundation
internal import HealthInputs
internal import HubRunner
internal import MessageBus
internal import StoreBackup

/// Why a command failed: one line for people, a code for scripts, an exit code of `sysexits.h`.
struct CommandFailure: Error, Hashable {
    /// A stable code, as errors on the bus have it.
    let code: String
    /// What happened, to what, and the way out.
    let message: String
    /// Whether the same may succeed later.
    let isRetriable: Bool
    /// The program's exit code, one of ``ExitCodes``.
    let exitCode: Int32

    init(_ code: String, _ message: String, exitCode: Int32, isRetriable: Bool = false) {
        self.code = code
        self.message = message
        self.isRetriable = isRetriable
        self.exitCode = exitCode
    }

    /// The input is wrong.
    static func input(_ message: String) -> Self { Self("invalidArgument", message, exitCode: ExitCodes.input) }

    /// Fails where a stream of messages has ended that nobody has asked to end.
    static func endedEarly() throws {
        guard !Task.isCancelled else { return }
        throw Self(
            "notConnected",
            "the bus sends nothing any more: see whether the broker runs, and whether this account may read it",
            exitCode: 69,
            isRetriable: true
        )
    }

    /// Takes in an error of this program; nil for one that the argument parser explains.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as BusError: self = .init(bus: error)
        case let error as RuntimeError:
            self.init(error.code.rawValue, error.message, exitCode: error.exitCode, isRetriable: error.isRetriable)
        case let error as HubRunnerError:
            self.init(error.code.rawValue, error.message, exitCode: error.exitCode, isRetriable: error.isRetriable)
        case let error as HealthInputsError:
            self.init(error.code.rawValue, error.message, exitCode: 65, isRetriable: error.isRetriable)
        case let error as BackupError: self.init(backup: error)
        case let error as CodecError: self.init(error.code.rawValue, error.message, exitCode: 65)
        default: return nil
        }
    }

    /// Takes in what an import or a fetch ended with.
    init(fault: WireFault) {
        self = CommandFailure(fault.error) ?? CommandFailure(fault.code, fault.message, exitCode: 65)
    }

    private init(backup error: BackupError) {
        switch error.kind {
        case .unreadable: self.init("backupUnreadable", error.message, exitCode: ExitCodes.input)
        case .cannotWrite: self.init("cannotWrite", error.message, exitCode: ExitCodes.cannotWrite)
        case .running: self.init("alreadyRunning", error.message, exitCode: ExitCodes.tryAgain, isRetriable: true)
        case .invalid: self = .input(error.message)
        }
    }

    private init(bus error: BusError) {
        self.init(
            error.code.rawValue,
            error.message,
            exitCode: Self.exitCode(error),
            isRetriable: error.isRetriable
        )
    }

    /// The exit code of an error of the bus or of an actor.
    static func exitCode(_ error: BusError) -> Int32 {
        switch error.code {
        case .notConnected, .noResponder, .connectionRefused: ExitCodes.unavailable
        case .notAuthorized, .unauthorized: ExitCodes.notAuthorized
        case .invalidArgument, .unusualValue, .malformed, .invalidTopic, .payloadTooLarge, .unknownOperation, .notFound,
            .conflict:
            ExitCodes.input
        default: error.isRetriable ? ExitCodes.tryAgain : ExitCodes.failed
        }
    }

    /// The one line on standard error.
    var line: String { message.isEmpty ? code : String(message.map { $0.isNewline ? " " : $0 }) }

    /// The error as JSON, as replies on the bus have it.
    var fault: WireFault { WireFault(code: code, message: message, retriable: isRetriable) }
}
