/// Counts failed attempts and returns the wait before the next one; pure.
package struct ReconnectBackoff: Sendable {
    private let limits: ReconnectDelay
    private var ceiling: Duration

    package init(_ limits: ReconnectDelay) {
        self.limits = limits
        ceiling = limits.minimum
    }

    /// The wait before the next attempt; it doubles the bound of the one after.
    ///
    /// - Parameter jitter: A random number, 0 to 1.
    package mutating func next(jitter: Double) -> Duration {
        let delay = ceiling * min(max(jitter, 0), 1)
        ceiling = min(ceiling * 2, limits.maximum)
        return delay
    }

    /// Starts over when a connection lasted longer than the longest wait so far.
    ///
    /// A connection that breaks at once must not: two clients with one id would throw each other out without a pause.
    package mutating func connectionEnded(after lifetime: Duration) {
        guard lifetime > ceiling else { return }
        ceiling = limits.minimum
    }
}
