/// Whether a body comes so slowly that its sender only holds the place; pure.
package struct BodyPace {
    /// How long any body may take, in seconds.
    package static let grace = 60.0
    /// The least bytes a second after that, on the average: what a phone has at the edge of a bad network.
    package static let least = 1_024.0

    private let start: Double

    /// Begins with a body, in seconds on any clock that nobody sets.
    package init(start: Double) { self.start = start }

    /// Whether so many bytes are too few by now.
    ///
    /// - Parameters:
    ///   - bytes: What has come.
    ///   - now: In seconds, on the clock of `start`.
    package func isTooSlow(bytes: Int, now: Double) -> Bool {
        Double(bytes) < (now - start - Self.grace) * Self.least
    }
}
