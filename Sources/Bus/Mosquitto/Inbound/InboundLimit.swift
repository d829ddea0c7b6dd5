/// The limits of received messages that wait for the consumer.
///
/// At `high` the socket is no longer read, so TCP slows down the broker; below `low` it is read again. Answers to
/// publishes arrive in the same stream, and the caller that waits for one may be the consumer itself. So while an
/// answer is due, reading continues up to `ceiling`. There it always stops, until the consumer catches up or the
/// keep-alive time ends the connection. One library call may add a few messages above each limit.
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
