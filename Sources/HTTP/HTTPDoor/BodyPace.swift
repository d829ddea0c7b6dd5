/// Detects a body so slow that its sender only occupies a connection; a pure value.
package struct BodyPace {
    /// The time in which any body may be slow, in seconds.
    package static let grace = 60.0
    /// The minimum average rate after that in bytes per second: what a phone reaches at the edge of a bad network.
    package static let least = 1_024.0

    private let start: Double

    /// Starts with a body, in seconds on a monotonic clock.
    package init(start: Double) { self.start = start }

    /// Whether the number of bytes received so far is too small.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes received.
    ///   - now: The time in seconds, on the clock of `start`.
    package func isTooSlow(bytes: Int, now: Double) -> Bool {
        Double(bytes) < (now - start - Self.grace) * Self.least
    }
}
