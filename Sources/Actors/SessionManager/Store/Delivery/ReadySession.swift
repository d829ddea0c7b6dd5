internal import DeliveryRules
internal import GRDB
internal import StoreEngine

/// A running session with waiting records.
struct ReadySession: Hashable {
    /// The session's id.
    let id: String
    /// Its destination; for images ``ImageDestination``.
    let api: String
    /// The key of its rate limit; sessions with the same token share one.
    let rateKey: String

    /// The running sessions with due records, by the records' kind.
    ///
    /// - Parameters:
    ///   - paused: Whether to return the sessions of paused destinations, or those of the others.
    ///   - now: The owner's boot clock; a held session is left out until its hold ends.
    static func fetchAll(_ database: Database, paused: Bool, now: BootInstant) throws -> [WorkKind: [ReadySession]] {
        var found: [WorkKind: [ReadySession]] = [:]
        let arguments: StatementArguments = [
            "paused": paused, "suffix": ImageDestination.name(of: ""), "now": now.milliseconds,
        ]
        for row in try database.rowsCached(sql: query, arguments: arguments) {
            guard let kind = WorkKind(rawValue: try row.value("kind")) else { continue }
            let session = ReadySession(
                id: try row.value("id"),
                api: try row.value("api"),
                rateKey: try row.value("rate")
            )
            found[kind, default: []].append(session)
        }
        return found
    }

    /// Jumps from one session with work to the next, so that idle sessions cost nothing.
    static let query = """
        WITH RECURSIVE waiting (id) AS (
            SELECT min(session_id) FROM queue INDEXED BY queue_ready WHERE state = 'pending' AND not_before = 0
            UNION ALL
            SELECT (SELECT min(session_id) FROM queue INDEXED BY queue_ready
                WHERE state = 'pending' AND not_before = 0 AND session_id > waiting.id)
            FROM waiting WHERE waiting.id IS NOT NULL),
        kinds (kind, suffix) AS (VALUES \(kinds))
        SELECT kinds.kind AS kind, sessions.id AS id, api || suffix AS api, coalesce(rate_key, sessions.id) AS rate
        FROM waiting JOIN sessions ON sessions.id = waiting.id CROSS JOIN kinds
        WHERE ended_at IS NULL AND hold_until <= :now
            AND (api || suffix IN (SELECT destinations.api FROM destinations)) = :paused
            AND EXISTS (SELECT 1 FROM queue INDEXED BY queue_ready
                WHERE session_id = sessions.id AND queue.kind = kinds.kind AND state = 'pending' AND not_before = 0)
        """

    /// Each kind with the suffix of its destinations.
    private static let kinds = WorkKind.allCases.map { kind in
        "(\(kind.rawValue), \(kind == .image ? ":suffix" : "''"))"
    }.joined(separator: ", ")

    /// Its oldest records that are due.
    ///
    /// Due records have `not_before = 0`: ``QueueStore/promoteDue(now:limit:at:)``.
    func heads(_ database: Database, kind: WorkKind, now: BootInstant, limit: Int) throws -> [QueueHead] {
        try database.readAllCached(
            sql: """
                SELECT id, created_at FROM queue INDEXED BY queue_ready
                WHERE session_id = :session AND kind = :kind AND state = 'pending' AND not_before = 0
                    AND (lingering_until IS NULL OR lingering_until <= :now OR lingering_fence > revision_base)
                ORDER BY created_at, id LIMIT :limit
                """,
            arguments: ["session": id, "kind": kind.rawValue, "now": now.milliseconds, "limit": limit]
        ) { QueueHead(id: try $0.value("id"), createdAt: try $0.value("created_at"), session: self) }
    }

    /// How many of its records are due, counted up to a limit.
    func readyCount(_ database: Database, kind: WorkKind, limit: Int) throws -> Int {
        let row = try database.rowCached(
            sql: """
                SELECT count(*) AS n FROM (SELECT 1 FROM queue INDEXED BY queue_ready
                    WHERE session_id = :session AND kind = :kind AND state = 'pending' AND not_before = 0
                    LIMIT :limit)
                """,
            arguments: ["session": id, "kind": kind.rawValue, "limit": limit]
        )
        return try row?.value("n") ?? 0
    }
}

/// A record that may be granted, before it is loaded.
struct QueueHead: Comparable {
    /// Its row.
    let id: Int64
    /// When it was accepted, in milliseconds since 1970.
    let createdAt: Int64
    /// Its session.
    let session: ReadySession

    /// Orders the older record first.
    static func < (one: QueueHead, other: QueueHead) -> Bool {
        (one.createdAt, one.id) < (other.createdAt, other.id)
    }
}
