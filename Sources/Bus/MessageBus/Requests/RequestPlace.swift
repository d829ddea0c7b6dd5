/// The parts of a request's or demand's topic: the operation, and the caller if the last level names one.
///
/// A broker with the contract's rights lets each account publish only under its own name. So the topic level is proof,
/// while the payload's `source` is only a claim.
package struct RequestPlace: Sendable {
    /// The operation's name, or the last part of a queue's topic (`ack`, `pull`).
    package let operation: String
    /// The caller; nil if the topic names none, or not a valid process name.
    package let caller: BusAddress?
    private let namesCaller: Bool

    /// Parses `…/{hub}/request/{actor}/{operation}[/{caller}]` and `…/{hub}/work/{queue}/{word}[/{caller}]`.
    package init(_ topic: String) {
        let levels = topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        func level(_ index: Int) -> String { String(Substring(levels[index])) }
        operation = levels.count > 6 ? level(6) : ""
        namesCaller = levels.count > 7
        caller = namesCaller ? BusAddress(principal: level(7), site: level(2)) : nil
    }

    /// Whether an answer may go to a reply topic; if the topic names the caller, only to the caller's own.
    package func mayBeAnswered(at topic: String) -> Bool { !namesCaller || caller?.replyTopic == topic }

    /// Whether a process may be the caller.
    package func mayBe(_ sender: BusAddress) -> Bool { !namesCaller || caller == sender }
}
