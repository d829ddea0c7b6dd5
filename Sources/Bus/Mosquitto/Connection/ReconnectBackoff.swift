/// Counts failed attempts and returns the pause before the next one; a pure value.
package struct ReconnectBackoff: Sendable {
    private let limits: ReconnectDelay
    private var ceiling: Duration

    package init(_ limits: ReconnectDelay) {
        self.limits = limits
        ceiling = limits.minimum
    }

    /// The pause before the next attempt, whose limit doubles each time.
    ///
    /// - Parameter jitter: A random number, 0 to 1.
    package mutating func next(jitter: Double) -> Duration {
        let delay = ceiling * min(max(jitter, 0), 1)
        ceiling = min(ceiling * 2, limits.maximum)
        return delay
    }

    /// Starts over if a connection lasted longer than the longest pause so far.
    ///
    /// A connection that breaks at once does not, because two clients with one id would displace each other without a
    /// pause.
    package mutating func connectionEnded(after lifetime: Duration) {
        guard lifetime > ceiling else { return }
        ceiling = limits.minimum
    }
}
