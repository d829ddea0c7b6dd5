/// Where a share lies with 95 % confidence, in per cent (Wilson, 1927); it holds for few trials and for shares near 100 %.
package struct WilsonInterval: Sendable, Hashable {
    /// The lower bound in per cent; 0 without trials.
    package let low: Double
    /// The upper bound in per cent; 100 without trials.
    package let high: Double

    /// The normal distribution's quantile of 97.5 %.
    private static let quantile = 1.959_964

    /// The interval of so many successes of so many trials; numbers outside of 0…`trials` are brought there.
    package init(_ successes: Int, of trials: Int) {
        guard trials > 0 else {
            (low, high) = (0, 100)
            return
        }
        let (count, square) = (Double(trials), Self.quantile * Self.quantile)
        let share = Double(min(max(successes, 0), trials)) / count
        let middle = (share + square / (2 * count)) / (1 + square / count)
        let spread = (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
        let half = Self.quantile * spread / (1 + square / count)
        (low, high) = (100 * max(middle - half, 0), 100 * min(middle + half, 1))
    }
}
