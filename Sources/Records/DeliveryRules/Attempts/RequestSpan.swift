/// The time during which a request may still reach its destination, answered or not.
///
/// A broken connection, a proxy's timeout or a worker's death does not recall a request that has left. A look-up before
/// the span ends proves nothing.
public struct RequestSpan: Sendable, Hashable {
    /// The worker's boot clock when the request left, or later.
    public let sent: BootInstant
    /// The request's whole timeout.
    public let timeout: Duration
    /// Added at the end, for clocks that run at slightly different rates.
    public let margin: Duration

    /// Creates a span.
    public init(sent: BootInstant, timeout: Duration, margin: Duration = .milliseconds(500)) {
        self.sent = sent
        self.timeout = timeout
        self.margin = margin
    }

    /// The moment after which the request can no longer arrive.
    public var end: BootInstant { sent + (timeout + margin) }
}
