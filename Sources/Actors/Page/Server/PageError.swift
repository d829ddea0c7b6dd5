internal import HTTPTypes
internal import MessageBus

/// Why a browser gets no page: in the words of the language, or in those of who refused it.
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
    /// The name of a text.
    let text: String?
    let parts: [String: String]
    /// What another process said.
    let words: String?
    /// Whether hardly anybody has such values, and a person may say that they are right.
    var isUnusual = false

    init(_ code: Code, text: String, parts: [String: String] = [:]) {
        (self.code, self.text, self.parts, words) = (code, text, parts, nil)
    }

    init(_ code: Code, words: String) {
        (self.code, text, parts, self.words) = (code, nil, [:], words)
    }

    /// What a process of the site refused.
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

    /// Whether one hub of several is away, or its answer is not an answer.
    ///
    /// The others are shown all the same: a hub that answers rubbish must not take their lists away.
    var isOneHubs: Bool { code == .unavailable || code == .malformed }

    /// The words in a language.
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
