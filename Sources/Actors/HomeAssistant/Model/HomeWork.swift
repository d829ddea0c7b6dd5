internal import BusContract

/// A reading or pairing that a person started in Home Assistant, until its end.
///
/// Home Assistant's controls cancel and answer only this work, not work that others started at the hub.
struct HomeWork: Sendable, Hashable {
    /// The id of its request.
    let request: String
    /// The pairing's open question.
    private(set) var question: PasskeyRequested?

    /// Creates the work of a request.
    init(request: String) { self.request = request }

    /// Whether it waits for digits from Home Assistant.
    var awaitsDigits: Bool { question.map { $0.kind == .enter || $0.kind == .confirm } ?? false }

    /// Handles a question of a pairing.
    ///
    /// - Returns: The instruction to the person, with the digits if needed; nil if the question belongs to another
    ///   pairing.
    mutating func take(_ asked: PasskeyRequested) -> String? {
        guard asked.pairing == request else { return nil }
        question = asked
        let digits = asked.digits ?? ""
        return switch asked.kind {
        case .enter: "the meter shows six digits: type them into Passkey within a minute"
        case .show: "type \(digits) into the meter within a minute"
        case .confirm: "the meter should show \(digits): type what it shows into Passkey within a minute"
        default: "the meter asks an unsupported question: pair it on the page or the command line"
        }
    }

    /// The answer with the typed digits; each question is answered once.
    ///
    /// - Throws: ``HeldChoice/Refusal`` with the reason; the question stays open.
    mutating func answer(_ text: String) throws(HeldChoice.Refusal) -> AnswerPasskey {
        guard awaitsDigits, let asked = question else {
            throw HeldChoice.Refusal(words: "no meter is asking for digits now")
        }
        let digits = text.filter { $0 != " " }
        guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw HeldChoice.Refusal(words: "type all six digits, including leading zeros")
        }
        guard asked.kind == .enter || digits == asked.digits else {
            throw HeldChoice.Refusal(words: "the digits differ from the expected ones: check them, or cancel")
        }
        question = nil
        return asked.kind == .enter
            ? AnswerPasskey(request: asked.request, passkey: digits)
            : AnswerPasskey(request: asked.request, accept: true)
    }
}
