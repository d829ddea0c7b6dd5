internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Holds a pairing's open question to a person: one at a time, answered once and in time.
struct PasskeyBook: Sendable {
    /// A person's answer.
    enum Answer: Sendable, Hashable {
        /// The digits that the device shows.
        case passkey(UInt32)
        /// The digits match.
        case same
        /// The digits differ, or the person refuses the pairing.
        case refused
    }

    /// A question.
    struct Question: Sendable, Hashable {
        /// The id to use in the answer.
        let id: String
        /// The kind of question.
        let kind: PasskeyKind
        /// The digits to compare or to type into the device.
        let digits: String?
        /// The deadline for an answer.
        let expires: Date
    }

    /// The open question.
    private(set) var open: Question?

    /// Opens a question, which voids the previous one.
    mutating func ask(_ question: Question) {
        open = question
    }

    /// Voids the open question.
    mutating func close() {
        open = nil
    }

    /// Accepts an answer to the open question.
    ///
    /// - Throws: `BusError` `notFound` if no question has this id, `deadlineExceeded` for a late answer,
    /// `invalidArgument` for an invalid one, which leaves the question open. No error contains the digits.
    mutating func answer(_ body: AnswerPasskey, at now: Date) throws(BusError) -> Answer {
        guard let question = open, question.id == body.request, question.kind != .show else {
            throw BusError(.notFound, message: "no pairing is asking this question; each question can be answered once")
        }
        guard now < question.expires else {
            open = nil
            throw BusError(.deadlineExceeded, message: "the answer is too late: pair the device again")
        }
        let answer = try Self.answer(body, to: question.kind)
        open = nil
        return answer
    }

    /// The six digits as people see them: 42 is 000042.
    static func digits(_ passkey: UInt32) -> String {
        let text = String(passkey)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }

    private static func answer(_ body: AnswerPasskey, to kind: PasskeyKind) throws(BusError) -> Answer {
        if body.accept == false { return .refused }
        guard kind == .enter else {
            guard body.accept == true, body.passkey == nil else {
                throw BusError(
                    .invalidArgument,
                    message: "answer with accept: true if the device shows the same digits"
                )
            }
            return .same
        }
        guard let text = body.passkey, text.utf8.count == 6, text.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = UInt32(text)
        else {
            throw BusError(
                .invalidArgument,
                message: "answer with passkey: the six digits on the device, including leading zeros"
            )
        }
        return .passkey(number)
    }
}
