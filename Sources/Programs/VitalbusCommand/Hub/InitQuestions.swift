internal import ActorRuntime
internal import ArgumentParser
internal import DeviceCodecs
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteRecords

/// Asks for the values that the flags of `vitalbus init` left open.
struct InitQuestions {
    /// The number of attempts at an answer.
    private static let tries = 3
    let environment: CommandEnvironment
    /// Whether missing answers take their defaults.
    let takesDefaults: Bool
    /// The missing flags if there is no terminal.
    private(set) var missing: [String] = []
    /// The answers that were accepted, in the order of the questions.
    private(set) var answers: [String] = []
    /// The answers of an earlier pass that are not requested again.
    private var earlier: [String] = []

    /// Thrown if the person wants to change the previous answer.
    struct Back: Error {}

    init(_ environment: CommandEnvironment, takesDefaults: Bool) {
        self.environment = environment
        self.takesDefaults = takesDefaults
    }

    /// The questions again from the beginning, with all earlier answers but the last.
    var oneBack: InitQuestions {
        var again = InitQuestions(environment, takesDefaults: takesDefaults)
        again.earlier = answers.dropLast()
        return again
    }

    /// A value from a flag, otherwise from an answer, otherwise the default.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - standard: The default as text; empty for none.
    ///   - help: The text for `?`.
    ///   - isRequired: Whether a script without a terminal has to give the flag.
    ///   - check: Parses a text; throws if it is invalid.
    /// - Throws: ``Back`` for `<` or `back`.
    mutating func value<Value>(
        _ given: Value?,
        flag: String,
        question: String,
        standard: String,
        help: String,
        isRequired: Bool = true,
        _ check: (String) throws -> Value
    ) throws -> Value {
        if let given { return given }
        guard !takesDefaults else { return try check(standard) }
        if answers.count < earlier.count {
            answers.append(earlier[answers.count])
            return try check(earlier[answers.count - 1])
        }
        let shown = standard.isEmpty ? question : "\(question) [\(standard)]"
        var tries = 0
        while tries < Self.tries {
            guard let typed = environment.read(shown)?.trimmingCharacters(in: .whitespaces) else {
                if isRequired { missing.append(flag) }
                return try check(standard)
            }
            switch typed {
            case "?":
                environment.err("\(help) In a script: \(flag).")
                continue
            case "<", "back":
                guard !answers.isEmpty else {
                    environment.err("this is the first question")
                    tries += 1
                    continue
                }
                throw Back()
            default: break
            }
            do {
                let answer = typed.isEmpty ? standard : typed
                let value = try check(answer)
                answers.append(answer)
                return value
            } catch {
                environment.err(CommandFailure(error)?.line ?? Vitalbus.message(for: error))
                tries += 1
            }
        }
        throw CommandFailure(
            "invalidArgument",
            message: "no answer to '\(question)': give \(flag)",
            exitCode: ExitCodes.usage
        )
    }

    /// A secret typed twice without echo; nil if it is empty, or without a terminal.
    ///
    /// - Throws: ``Back`` for `<`, ``CommandFailure`` after three invalid attempts.
    mutating func secret(_ question: String, help: String, _ check: (String) throws -> Void) throws -> String? {
        guard !takesDefaults else { return nil }
        if answers.count < earlier.count {
            answers.append(earlier[answers.count])
            return answers.last.flatMap { $0.isEmpty ? nil : $0 }
        }
        var tries = 0
        while tries < Self.tries {
            guard let typed = try hidden(question) else { return nil }
            guard typed != "?" else {
                environment.err(help)
                continue
            }
            guard typed != "<" else { throw Back() }
            do {
                if !typed.isEmpty {
                    try check(typed)
                    guard try hidden("once more:") == typed else { throw CommandFailure.input("the two differ") }
                }
                answers.append(typed)
                return typed.isEmpty ? nil : typed
            } catch {
                environment.err(CommandFailure(error)?.line ?? Vitalbus.message(for: error))
                tries += 1
            }
        }
        throw CommandFailure("invalidArgument", message: "no password was set: try again", exitCode: ExitCodes.usage)
    }

    private func hidden(_ question: String) throws -> String? {
        try environment.secret(question, PagePassword.most).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Parses a time zone's name.
    static func zone(_ text: String) throws -> String {
        guard TimeZone(identifier: text) != nil else {
            throw CommandFailure.input("'\(text.prefix(64))' is not a time zone: use a name like Europe/Berlin")
        }
        return text
    }

    /// Parses yes or no.
    static func isYes(_ text: String) throws -> Bool {
        switch text.lowercased() {
        case "y", "yes": true
        case "n", "no": false
        default: throw CommandFailure.input("answer yes or no")
        }
    }

    /// Parses an id.
    static func id(_ text: String) throws -> String {
        try BusAddress.check(text, as: "the name")
        return text
    }

    /// Parses a base URL; nil for an empty text and for `none`.
    static func url(_ text: String) throws -> String? {
        guard !text.isEmpty, text != HubSettings.nothing else { return nil }
        return try BaseURL(text, key: "'\(text.prefix(80))'").text
    }

    /// Parses the page's address: `none`, or a host with its port.
    static func page(_ text: String) throws -> String {
        guard text != HubSettings.nothing else { return text }
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
        else {
            throw CommandFailure.input("give an address with its port, such as \(PageEntry.standardAddress), or none")
        }
        return text
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
                    "'\(word.prefix(20))' is not a peripheral: a cuff is 3000, a glucose meter 1000"
                )
            }
            return number
        }
    }
}
