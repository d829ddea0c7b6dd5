public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The waiting work of one running session, and why its oldest item waits.
public struct WaitingWork: Sendable, Hashable {
    /// The seat.
    public let seat: String
    /// The destination.
    public let api: String
    /// How many records and images wait or are leased.
    public let count: Int
    /// How many of them are history.
    public let history: Int
    /// When the oldest item was accepted.
    public let since: Date
    /// The code of the oldest item's last error; nil without one.
    public let lastError: String?
    /// When the oldest item's wait or lease ends, on the owner's boot clock; nil if it is due.
    public let until: BootInstant?
}

extension DeliveryTable {
    /// Reads an index twice for each session, so the cost does not depend on the queue's length.
    static let waitingQuery = """
        WITH oldest AS (
            SELECT sessions.seat, sessions.api, sessions.id AS session_id, (
                SELECT id FROM queue WHERE queue.session_id = sessions.id AND queue.state = states.column1
                ORDER BY created_at, id LIMIT 1) AS row
            FROM sessions CROSS JOIN (VALUES ('pending'), ('leased')) AS states
            WHERE sessions.ended_at IS NULL)
        SELECT oldest.seat AS seat, oldest.api AS api, queue.created_at AS since, queue.last_error AS last_error,
            CASE queue.state WHEN 'leased' THEN queue.lease_until ELSE queue.not_before END AS until,
            (SELECT coalesce(sum(n), 0) FROM queue_counts WHERE queue_counts.session_id = oldest.session_id
                AND state IN ('pending', 'leased')) AS n,
            (SELECT coalesce(sum(n), 0) FROM queue_counts WHERE queue_counts.session_id = oldest.session_id
                AND state IN ('pending', 'leased') AND queue_counts.kind = 1) AS history
        FROM oldest JOIN queue ON queue.id = oldest.row
        """
}

extension WaitingWork {
    /// The waiting work by running session, the oldest first.
    static func fetchAll(_ database: Database, limit: Int) throws -> [WaitingWork] {
        let oldest = try database.rowsCached(sql: DeliveryTable.waitingQuery).map(WaitingWork.init(row:))
        // A seat has one running session for each destination; it appears twice here if it also has leased work.
        var seen: Set<[String]> = []
        let sorted = oldest.sorted { ($0.since, $0.seat) < ($1.since, $1.seat) }
        return Array(sorted.filter { seen.insert([$0.seat, $0.api]).inserted }.prefix(limit))
    }

    private init(row: Row) throws {
        let until: Int64? = try row.optional("until")
        seat = try row.value("seat")
        api = try row.value("api")
        count = try row.value("n")
        history = try row.value("history")
        since = StoreTime.date(try row.value("since"))
        lastError = try row.optional("last_error")
        self.until = until.flatMap { $0 > 0 ? BootInstant(milliseconds: $0) : nil }
    }
}
