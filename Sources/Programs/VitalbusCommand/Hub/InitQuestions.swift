internal import ActorRuntime
internal import ArgumentParser
internal import DeviceCodecs
internal import Foundation
internal import HubRunner
internal import MessageBus

/// Asks for what the flags of `vitalbus init` left open.
struct InitQuestions {
    /// The number of attempts at an answer.
    private static let tries = 3
    let environment: CommandEnvironment
    /// Whether missing answers take their defaults.
    let takesDefaults: Bool
    /// The missing flags if nobody can be asked.
    private(set) var missing: [String] = []

    init(_ environment: CommandEnvironment, takesDefaults: Bool) {
        self.environment = environment
        self.takesDefaults = takesDefaults
    }

    /// A value from a flag, else from an answer, else the default.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - standard: The default as text; empty for none.
    ///   - check: Parses a text; throws if it is invalid.
    mutating func value<Value>(
        _ given: Value?,
        flag: String,
        question: String,
        standard: String,
        _ check: (String) throws -> Value
    ) throws -> Value {
        if let given { return given }
        guard !takesDefaults else { return try check(standard) }
        let shown = standard.isEmpty ? question : "\(question) [\(standard)]"
        for _ in 0..<Self.tries {
            guard let answer = environment.read(shown)?.trimmingCharacters(in: .whitespaces) else {
                missing.append(flag)
                return try check(standard)
            }
            do {
                return try check(answer.isEmpty ? standard : answer)
            } catch {
                environment.err(CommandFailure(error)?.line ?? Vitalbus.message(for: error))
            }
        }
        throw CommandFailure(
            "invalidArgument",
            message: "no answer to '\(question)': give \(flag)",
            exitCode: ExitCodes.usage
        )
    }

    /// Parses yes or no.
    static func isYes(_ text: String) throws -> Bool {
        switch text.lowercased() {
        case "y", "yes": true
        case "n", "no": false
        default: throw CommandFailure.input("say yes or no")
        }
    }

    /// Parses an id.
    static func id(_ text: String) throws -> String {
        try BusAddress.check(text, as: "'\(text.prefix(64))'")
        return text
    }

    /// Parses a base URL; nil for an empty text and for `none`.
    static func url(_ text: String) throws -> String? {
        guard !text.isEmpty, text != HubSettings.nothing else { return nil }
        return try BaseURL(text, key: "'\(text.prefix(80))'").text
    }

    /// Splits texts at commas and spaces.
    static func words(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// Parses the numbers of peripherals; none for an empty text and for `none`.
    static func peripherals(_ text: String) throws -> [Int] {
        guard text != HubSettings.nothing else { return [] }
        return try words(text).map { word in
            guard let number = Int(word), PeripheralCatalogue.standard.peripheral(id: number) != nil else {
                throw CommandFailure.input(
                    "'\(word.prefix(20))' is no peripheral: a cuff is 3000, a glucose meter 1000"
                )
            }
            return number
        }
    }
}
