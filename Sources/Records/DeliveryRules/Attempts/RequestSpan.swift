/// The time in which a request may still reach its destination, answered or not.
///
/// A connection that breaks, a proxy that gives up, or a worker that dies takes nothing back that has left. A look-up
/// before the span is over proves nothing.
public struct RequestSpan: Sendable, Hashable {
    /// The worker's boot clock when the request left, or later.
    public let sent: BootInstant
    /// The request's whole timeout.
    public let timeout: Duration
    /// Added at the end, for clocks that run at slightly different rates.
    public let margin: Duration

    /// Makes a span.
    public init(sent: BootInstant, timeout: Duration, margin: Duration = .milliseconds(500)) {
        self.sent = sent
        self.timeout = timeout
        self.margin = margin
    }

    /// When nothing of it can arrive any more.
    public var end: BootInstant { sent + (timeout + margin) }
}
