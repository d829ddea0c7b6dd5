/// Decides when the socket may be read; pure.
package struct InboundGate: Sendable {
    private let ceiling: Int

    /// Whether the consumer has fallen behind by the high watermark.
    package private(set) var isFull = false

    /// Creates an open gate.
    ///
    /// - Parameter ceiling: The most messages that may wait for the consumer while an answer is due.
    package init(ceiling: Int) {
        self.ceiling = ceiling
    }

    /// A message went to the consumer's buffer.
    ///
    /// - Parameter bufferIsFull: Whether the buffer wants no more.
    /// - Returns: Whether the buffer became full just now.
    package mutating func delivered(bufferIsFull: Bool) -> Bool {
        guard !isFull, bufferIsFull else { return false }
        isFull = true
        return true
    }

    /// The consumer has caught up.
    package mutating func drained() {
        isFull = false
    }

    /// Whether to read.
    ///
    /// - Parameters:
    ///   - isAnswerDue: Whether a call waits for a CONNACK, PUBACK, SUBACK or UNSUBACK: these arrive in the same stream,
    ///     and the one who waits may be the consumer.
    ///   - backlog: How many messages wait for the consumer.
    package func mayRead(isAnswerDue: Bool, backlog: Int) -> Bool {
        !isFull || (isAnswerDue && backlog < ceiling)
    }
}
