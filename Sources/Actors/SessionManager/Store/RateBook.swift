internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The buckets of the access tokens that one transaction touches; loaded at first use, saved at the end.
struct RateBook {
    private let database: Database
    private let limit: RateLimit
    private let now: Int64
    private var buckets: [String: RateLimit.Bucket] = [:]
    private var changed: Set<String> = []

    init(_ database: Database, _ limit: RateLimit, at: Date) {
        self.database = database
        self.limit = limit
        now = StoreTime.milliseconds(at)
    }

    /// How many records of a token may be granted now.
    mutating func left(_ key: String, history: Bool) throws -> Int {
        guard limit.perHour > 0 else { return .max }
        return limit.left(try bucket(key), history: history)
    }

    /// Charges requests to a token; a negative number gives back.
    mutating func charge(_ key: String, _ requests: Int) throws {
        guard limit.perHour > 0, requests != 0 else { return }
        buckets[key] = limit.charged(try bucket(key), requests)
        changed.insert(key)
    }

    /// Saves what was charged, and forgets what is full again.
    func save() throws {
        for key in changed.sorted() {
            guard let bucket = buckets[key] else { continue }
            guard !limit.isFull(bucket) else {
                try database.executeCached(sql: "DELETE FROM rates WHERE rate_key = ?", arguments: [key])
                continue
            }
            try database.executeCached(
                sql: "INSERT OR REPLACE INTO rates (rate_key, tokens, filled_at) VALUES (?, ?, ?)",
                arguments: [key, bucket.tokens, bucket.filledAt]
            )
        }
    }

    private mutating func bucket(_ key: String) throws -> RateLimit.Bucket {
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
