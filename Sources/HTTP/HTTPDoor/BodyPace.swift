/// Decides whether a body arrives so slowly that its sender only blocks a place; pure.
package struct BodyPace {
    /// How long any body may take, in seconds.
    package static let grace = 60.0
    /// The lowest average rate after that, in bytes per second: a phone at the edge of a bad network reaches it.
    package static let least = 1_024.0

    private let start: Double

    /// Begins with a body, in seconds on a monotonic clock.
    package init(start: Double) { self.start = start }

    /// Whether too few bytes have arrived by now.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes so far.
    ///   - now: In seconds, on the clock of `start`.
    package func isTooSlow(bytes: Int, now: Double) -> Bool {
        Double(bytes) < (now - start - Self.grace) * Self.least
    }
}
