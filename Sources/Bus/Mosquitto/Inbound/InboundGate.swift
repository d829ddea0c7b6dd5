/// Decides when the socket may be read; a pure value.
package struct InboundGate: Sendable {
    private let ceiling: Int

    /// Whether the consumer has fallen behind by the high watermark.
    package private(set) var isFull = false

    /// Creates an open gate.
    ///
    /// - Parameter ceiling: The limit of messages that may wait for the consumer while an answer is due.
    package init(ceiling: Int) {
        self.ceiling = ceiling
    }

    /// Records that a message was passed to the consumer's buffer.
    ///
    /// - Parameter bufferIsFull: Whether the buffer is full.
    /// - Returns: Whether the buffer became full just now.
    package mutating func delivered(bufferIsFull: Bool) -> Bool {
        guard !isFull, bufferIsFull else { return false }
        isFull = true
        return true
    }

    /// Records that the consumer has caught up.
    package mutating func drained() {
        isFull = false
    }

    /// Whether to read.
    ///
    /// - Parameters:
    ///   - isAnswerDue: Whether a call waits for a CONNACK, PUBACK, SUBACK or UNSUBACK. These arrive in the same
    ///     stream, and the waiting caller may be the consumer.
    ///   - backlog: The number of messages that wait for the consumer.
    package func mayRead(isAnswerDue: Bool, backlog: Int) -> Bool {
        !isFull || (isAnswerDue && backlog < ceiling)
    }
}
