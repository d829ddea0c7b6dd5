/// Exponential back-off with full jitter.
///
/// The delay is uniform between zero and a ceiling that doubles with each attempt. A destination's Retry-After is a
/// floor. Jitter is added to it, so that the records do not all return at once: at most a quarter of a Retry-After of a
/// second or more.
public struct Backoff: Sendable, Hashable {
    /// The first attempt's ceiling.
    public let base: Duration
    /// The largest ceiling.
    public let cap: Duration
    /// The longest Retry-After that is respected.
    public let longestRetryAfter: Duration

    /// Creates a back-off; a negative duration counts as zero.
    ///
    /// - Parameters:
    ///   - base: The first attempt's ceiling.
    ///   - cap: The largest ceiling.
    ///   - longestRetryAfter: The longest Retry-After that is respected, so that a wrong one cannot block a record.
    public init(
        base: Duration = .seconds(1),
        cap: Duration = .seconds(300),
        longestRetryAfter: Duration = .seconds(86_400)
    ) {
        self.base = max(.zero, base)
        self.cap = max(.zero, cap)
        self.longestRetryAfter = max(.zero, longestRetryAfter)
    }

    /// The largest delay after an attempt, without Retry-After.
    ///
    /// - Parameter attempt: 1 for the first.
    public func ceiling(attempt: Int) -> Duration {
        let doublings = min(max(1, attempt) - 1, 40)
        var ceiling = base
        for _ in 0..<doublings where ceiling < cap { ceiling = min(cap, ceiling + ceiling) }
        return min(cap, ceiling)
    }

    /// How long to wait after a failed attempt.
    ///
    /// - Parameters:
    ///   - attempt: 1 for the first.
    ///   - random: A random number from 0 to 1; other values are clamped.
    ///   - retryAfter: The destination's Retry-After.
    public func delay(attempt: Int, random: Double, retryAfter: Duration? = nil) -> Duration {
        let share = random.isNaN ? 1 : min(max(random, 0), 1)
        var most = ceiling(attempt: attempt)
        if let retryAfter, retryAfter > .seconds(1) { most = min(most, max(base, retryAfter / 4)) }
        let milliseconds = (Double(most.wholeMilliseconds) * share).rounded()
        let jitter = Duration.milliseconds(Int64(exactly: milliseconds) ?? cap.wholeMilliseconds)
        return min(max(.zero, retryAfter ?? .zero), longestRetryAfter) + jitter
    }
}
