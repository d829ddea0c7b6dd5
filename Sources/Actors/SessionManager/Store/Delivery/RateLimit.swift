internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Keeps each access token under its destination's rate, with a share reserved for live readings.
///
/// A destination may have its own limit. Each token has a bucket of requests. It holds at most a quarter of an hour's
/// limit and refills with three quarters of it an hour, so no hour exceeds the limit. History leaves the last fifth of
/// the bucket to live readings. Each bucket is saved together with the charged change. It uses the wall clock, so a
/// restart or a new session with the same token does not refill it.
public struct RateLimit: Sendable, Hashable {
    /// The remaining requests of a token.
    struct Bucket: Sendable, Hashable {
        /// Requests; below zero when an attempt took more than its grant was charged.
        var tokens: Double
        /// When it was last refilled, in milliseconds since 1970.
        var filledAt: Int64
    }

    /// Requests per hour and token; 0 for no limit.
    public let perHour: Int
    /// The limits of destinations with their own, in requests per hour.
    private let exceptions: [String: Int]

    /// Creates a limit; a negative one counts as none.
    ///
    /// - Parameter exceptions: The limits of destinations with their own, in requests per hour.
    public init(perHour: Int, exceptions: [String: Int] = [:]) {
        self.perHour = max(0, perHour)
        self.exceptions = exceptions
    }

    /// The limit of a destination, or of its images.
    func of(_ destination: String) -> RateLimit {
        RateLimit(perHour: exceptions[ImageDestination.api(of: destination) ?? destination] ?? perHour)
    }

    /// No limit.
    public static let unlimited = RateLimit(perHour: 0)

    /// The bucket of a token that was not used recently.
    func full(at now: Int64) -> Bucket { Bucket(tokens: capacity, filledAt: now) }

    private var capacity: Double { max(1, Double(perHour) / 4) }

    /// The bucket at a later time; a wall clock that was set back adds nothing.
    func refilled(_ bucket: Bucket, at now: Int64) -> Bucket {
        let hours = Double(max(0, now - bucket.filledAt)) / 3_600_000
        return Bucket(tokens: min(capacity, bucket.tokens + hours * Double(perHour) * 0.75), filledAt: now)
    }

    /// Whether it equals an unused bucket, which need not be saved.
    func isFull(_ bucket: Bucket) -> Bool { bucket.tokens >= capacity }

    /// The bucket after some requests; a negative number gives requests back, up to a full bucket.
    func charged(_ bucket: Bucket, requests: Int) -> Bucket {
        Bucket(tokens: min(capacity, bucket.tokens - Double(requests)), filledAt: bucket.filledAt)
    }

    /// How many records of one kind may be granted from a bucket now: history leaves live readings their fifth.
    func left(_ bucket: Bucket, history: Bool) -> Int {
        guard perHour > 0 else { return .max }
        return max(0, Int(bucket.tokens) - (history ? Int(capacity / 5) : 0))
    }
}

/// The buckets of the access tokens that one transaction touches; loaded on first use, saved at the end.
struct RateBook {
    private let database: Database
    private let limit: RateLimit
    private let now: Int64
    private var buckets: [String: RateLimit.Bucket] = [:]
    private var changed: Set<String> = []
    /// The keys of full buckets.
    private var full: Set<String> = []

    init(_ database: Database, limit: RateLimit, at: Date) {
        self.database = database
        self.limit = limit
        now = StoreTime.milliseconds(at)
    }

    /// How many records of a token may be granted now.
    mutating func left(_ key: String, of destination: String, history: Bool) throws -> Int {
        let limit = limit.of(destination)
        guard limit.perHour > 0 else { return .max }
        return limit.left(try bucket(key, under: limit), history: history)
    }

    /// Charges requests to a token; a negative number gives requests back.
    mutating func charge(_ key: String, of destination: String, requests: Int) throws {
        let limit = limit.of(destination)
        guard limit.perHour > 0, requests != 0 else { return }
        let bucket = limit.charged(try bucket(key, under: limit), requests: requests)
        buckets[key] = bucket
        if limit.isFull(bucket) { full.insert(key) } else { full.remove(key) }
        changed.insert(key)
    }

    /// Saves the charged buckets, and deletes those that are full again.
    func save() throws {
        for key in changed.sorted() {
            guard let bucket = buckets[key] else { continue }
            guard !full.contains(key) else {
                try database.executeCached(sql: "DELETE FROM rates WHERE rate_key = ?", arguments: [key])
                continue
            }
            try database.executeCached(
                sql: "INSERT OR REPLACE INTO rates (rate_key, tokens, filled_at) VALUES (?, ?, ?)",
                arguments: [key, bucket.tokens, bucket.filledAt]
            )
        }
    }

    private mutating func bucket(_ key: String, under limit: RateLimit) throws -> RateLimit.Bucket {
        if let known = buckets[key] { return known }
        let row = try database.rowCached(
            sql: "SELECT tokens, filled_at FROM rates WHERE rate_key = ?",
            arguments: [key]
        )
        let saved = try row.map {
            RateLimit.Bucket(tokens: try $0.value("tokens"), filledAt: try $0.value("filled_at"))
        }
        let bucket = saved.map { limit.refilled($0, at: now) } ?? limit.full(at: now)
        buckets[key] = bucket
        return bucket
    }
}
