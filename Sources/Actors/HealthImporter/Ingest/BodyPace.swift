/// Whether a body comes so slowly that its sender only holds the place; pure.
struct BodyPace {
    /// How long any body may take, in seconds.
    static let grace = 60.0
    /// The least bytes a second after that, on the average: what a phone has at the edge of a bad network.
    static let least = 1_024.0

    let start: Double

    /// - Parameters:
    ///   - bytes: What has come.
    ///   - now: In seconds, on the clock of `start`.
    func isTooSlow(bytes: Int, now: Double) -> Bool {
        Double(bytes) < (now - start - Self.grace) * Self.least
    }
}
