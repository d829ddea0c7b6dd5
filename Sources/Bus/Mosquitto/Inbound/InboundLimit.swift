/// How many received messages may wait for the consumer.
///
/// At `high` the socket is no longer read, so TCP holds the broker back; below `low` it is read again. Answers to
/// publishes come in the same stream, and the one who waits for an answer may be the consumer itself: while an answer is
/// due, reading goes on up to `ceiling`. There it stops in any case, until the consumer catches up or the keep-alive time
/// ends the connection. A few messages of one library call come on top of each limit.
public struct InboundLimit: Sendable, Hashable {
    /// Reading starts again below this number, at least 1.
    public var low: Int

    /// Reading stops at this number.
    public var high: Int

    /// Reading stops here even while an answer is due, at least `high`.
    public var ceiling: Int

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - low: Reading starts again below this number.
    ///   - high: Reading stops at this number.
    ///   - ceiling: Reading stops here even while an answer is due.
    public init(low: Int = 64, high: Int = 256, ceiling: Int = 4_096) {
        self.low = low
        self.high = high
        self.ceiling = ceiling
    }
}
