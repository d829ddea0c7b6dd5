internal import BusContract

/// A reading or a pairing that somebody asked a hub for in Home Assistant, until it has ended.
///
/// Only it is cancelled there, and only what it asks is answered there: what runs at the hub for somebody else is theirs.
struct HomeWork: Sendable, Hashable {
    /// The id of the request that began it.
    let request: String
    /// What the meter asks for meanwhile.
    private(set) var question: PasskeyRequested?

    /// Work that a request began.
    init(request: String) { self.request = request }

    /// Whether it awaits digits that somebody types in Home Assistant.
    var awaitsDigits: Bool { question.map { $0.kind == .enter || $0.kind == .confirm } ?? false }

    /// Takes what a pairing asks.
    ///
    /// - Returns: What to do, in words; nil where another one's pairing asks. Digits stand in them where the person needs them.
    mutating func take(_ asked: PasskeyRequested) -> String? {
        guard asked.pairing == request else { return nil }
        question = asked
        let digits = asked.digits ?? ""
        return switch asked.kind {
        case .enter: "the meter shows six digits: type them into Passkey within a minute"
        case .show: "type \(digits) into the meter within a minute"
        case .confirm: "the meter should show \(digits): type what it shows into Passkey within a minute"
        default: "the meter asks for something that is not known here: pair it at the page or by the command line"
        }
    }

    /// What the typed digits answer; each question is answered once.
    ///
    /// - Throws: Why nothing is answered; the question stays open then.
    mutating func answer(_ text: String) throws(HeldChoice.Refusal) -> AnswerPasskey {
        guard awaitsDigits, let asked = question else {
            throw HeldChoice.Refusal(words: "no meter that is paired here asks for digits now")
        }
        let digits = text.filter { $0 != " " }
        guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw HeldChoice.Refusal(words: "type all six digits, zeros in front too")
        }
        guard asked.kind == .enter || digits == asked.digits else {
            throw HeldChoice.Refusal(words: "those are not the digits that it should show: look again, or cancel")
        }
        question = nil
        return asked.kind == .enter
            ? AnswerPasskey(request: asked.request, passkey: digits)
            : AnswerPasskey(request: asked.request, accept: true)
    }
}
