internal import HTTPTypes
internal import MessageBus

/// Why the page refuses a request, as a translated text or as the message of the process that refused.
struct PageError: Error, Sendable {
    enum Code: String, Sendable {
        case malformed
        case unauthorized
        case forbidden
        case notFound
        case conflict
        case tooLarge
        case tooMany
        case unavailable
    }

    let code: Code
    /// The name of a translated text.
    let text: String?
    let parts: [String: String]
    /// The message of another process.
    let words: String?
    /// Whether the values are unusual, and a person may confirm them.
    var isUnusual = false

    init(_ code: Code, text: String, parts: [String: String] = [:]) {
        (self.code, self.text, self.parts, words) = (code, text, parts, nil)
    }

    init(_ code: Code, words: String) {
        (self.code, text, parts, self.words) = (code, nil, [:], words)
    }

    /// Wraps the error of one of the site's processes.
    init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .conflict: .conflict
            case .notFound: .notFound
            case .noResponder, .deadlineExceeded, .busy, .notConnected: .unavailable
            default: .malformed
            }
        if code == .unavailable, error.code != .busy {
            self.init(code, text: "error.away")
        } else {
            self.init(code, words: error.message)
        }
        isUnusual = error.code == .unusualValue
    }

    /// Whether the error concerns only one hub, which is offline or gives an invalid answer.
    ///
    /// The other hubs are still shown: one hub with invalid answers must not hide their lists.
    var isOneHubs: Bool { code == .unavailable || code == .malformed }

    /// The message in a language.
    func words(in language: PageTexts.Language) -> String { words ?? text.map { language[$0, parts] } ?? code.rawValue }

    var status: HTTPResponse.Status {
        switch code {
        case .malformed: .badRequest
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .tooMany: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }
}
