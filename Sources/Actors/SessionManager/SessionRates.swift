internal import Delivery
internal import DurableStore

/// Keeps each session under its destination's rate, with a share kept for live readings (DESIGN §6.7).
///
/// A token bucket per session: it holds at most a quarter of an hour's limit and refills with three quarters of it an
/// hour, so that no hour exceeds the limit. History leaves the last fifth of the bucket to live readings.
struct SessionRates: Sendable {
    private struct Bucket: Sendable {
        var tokens: Double
        var filledAt: BootInstant
    }

    /// Requests an hour and session; 0 for no limit.
    let perHour: Int
    private var buckets: [String: Bucket] = [:]

    init(perHour: Int) {
        self.perHour = perHour
    }

    private var capacity: Double { max(1, Double(perHour) / 4) }

    /// What a session without earlier grants may take.
    var fresh: SessionBudget {
        perHour == 0 ? .unlimited : budget(capacity)
    }

    /// What each known session may take now.
    mutating func budgets(now: BootInstant) -> [String: SessionBudget] {
        guard perHour > 0 else { return [:] }
        for session in buckets.keys { refill(session, now) }
        // A full bucket is what a fresh session has: no need to remember it.
        buckets = buckets.filter { $0.value.tokens < capacity }
        return buckets.mapValues { budget($0.tokens) }
    }

    /// Notes requests of a session.
    mutating func take(_ count: Int, session: String, now: BootInstant) {
        guard perHour > 0 else { return }
        refill(session, now)
        var bucket = buckets[session] ?? Bucket(tokens: capacity, filledAt: now)
        bucket.tokens -= Double(count)
        buckets[session] = bucket
    }

    private mutating func refill(_ session: String, _ now: BootInstant) {
        guard var bucket = buckets[session] else { return }
        let hours = Double(max(0, now.milliseconds - bucket.filledAt.milliseconds)) / 3_600_000
        bucket.tokens = min(capacity, bucket.tokens + hours * Double(perHour) * 0.75)
        bucket.filledAt = now
        buckets[session] = bucket
    }

    /// The budget's history counts on top of live, so both are cut from one bucket: live keeps its fifth.
    private func budget(_ tokens: Double) -> SessionBudget {
        let all = max(0, Int(tokens))
        let history = max(0, all - Int(capacity / 5))
        return SessionBudget(live: all - history, history: history)
    }
}
