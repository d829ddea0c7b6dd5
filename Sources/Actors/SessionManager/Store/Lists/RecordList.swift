public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Selects the queue's records for a list.
public struct RecordList: Sendable, Hashable {
    /// The state of the records.
    enum Kind: Sendable, Hashable {
        case queued
        case rejected
        case unsynced
        case history(Span)
    }

    /// The measurement times, metrics and persons of a history.
    struct Span: Sendable, Hashable {
        let from: Date?
        let to: Date?
        let metrics: [String]
        let whose: Whose
    }

    /// The persons whose records of a seat a history contains.
    public enum Whose: Sendable, Hashable {
        /// Everyone who has had the seat.
        case everybody
        /// One person.
        case person(SessionPerson)
        /// Everyone except one person.
        case others(than: SessionPerson)
        /// No person: the seat is empty.
        case nobody
    }

    let kind: Kind
    let seat: String?
    let sessionID: String?
    /// Only records of these seats; nil for all.
    private(set) var reach: Set<String>?

    /// The list limited to these seats; nil for all.
    public func within(_ seats: Set<String>?) -> Self {
        var list = self
        list.reach = seats
        return list
    }

    /// The records that wait or are leased.
    ///
    /// - Parameters:
    ///   - seat: Only records of this seat's sessions, wherever they were measured; nil for all.
    ///   - sessionID: Only this session's; nil for all.
    public static func queued(seat: String? = nil, sessionID: String? = nil) -> Self {
        Self(kind: .queued, seat: seat, sessionID: sessionID)
    }

    /// The refused records.
    ///
    /// - Parameter seat: Only this seat's; nil for all.
    public static func rejected(seat: String? = nil) -> Self { Self(kind: .rejected, seat: seat, sessionID: nil) }

    /// The records that were not synced when their session ended; their state shows whether the outcome is unknown.
    ///
    /// - Parameters:
    ///   - sessionID: Only this session's; nil for all.
    ///   - seat: Only this seat's; nil for all.
    public static func unsynced(sessionID: String? = nil, seat: String? = nil) -> Self {
        Self(kind: .unsynced, seat: seat, sessionID: sessionID)
    }

    /// All stored records of a seat, in any state, latest measurement first.
    ///
    /// - Parameters:
    ///   - seat: The seat.
    ///   - from: Only records measured then or later; nil for all.
    ///   - to: Only records measured before; nil for all.
    ///   - metrics: Only records with one of these; empty for all.
    ///   - whose: Only these people's.
    public static func history(
        seat: String,
        from: Date? = nil,
        to: Date? = nil,
        metrics: [String] = [],
        whose: Whose = .everybody
    ) -> Self {
        Self(
            kind: .history(Span(from: from, to: to, metrics: metrics, whose: whose)),
            seat: seat,
            sessionID: nil
        )
    }
}

extension RecordList {
    /// A record's place in a list; the row breaks ties by arrival.
    struct Key: Sendable, Hashable {
        /// When it was accepted, or measured for a history, in milliseconds since 1970.
        let time: Int64
        /// Its row.
        let id: Int64
    }

    /// An element's size in bytes.
    static let weight = "coalesce(length(\(StoredRecord.content)), 0) + coalesce(length(queue.error_message), 0)"

    /// The time that the list is ordered by.
    var time: String { isHistory ? "queue.measured_at" : "queue.created_at" }

    /// The order: oldest first, but newest first for a history.
    var order: String { isHistory ? "ORDER BY \(time) DESC, queue.id DESC" : "ORDER BY \(time), queue.id" }

    /// The condition for the record at a key and those after it.
    var bound: String { "(\(time), queue.id) \(isHistory ? "<=" : ">=") (?, ?)" }

    private var isHistory: Bool { if case .history = kind { true } else { false } }

    /// How many records the list has.
    ///
    /// Except for a history this comes from the counts that triggers maintain, without a walk through the queue.
    func total(_ database: Database) throws -> Int {
        let (source, arguments) = try source
        let sql =
            isHistory
            ? "SELECT count(*) FROM \(table) \(source)"
            : "SELECT coalesce(sum(queue.n), 0) FROM queue_counts AS queue \(source)"
        return try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
    }

    /// How many of a history's rows are searched for the newest of each metric, in addition to all live ones.
    ///
    /// An import may bring a pulse for every minute of years; values from a meter or typed by hand must still be found.
    public static let newestWalk = 20_000

    /// The query for rows that have the newest value of some metric; deleted records do not count.
    static func newest(of table: String, source: String, walk: Int) -> String {
        let counted =
            "\(source) AND queue.state <> 'withdrawn' AND NOT (queue.is_deletion AND queue.state = 'submitted')"
        // Cast to text: SQLite reads a blob as its binary JSON format.
        return """
            WITH near (id) AS (
                SELECT id FROM (SELECT queue.id AS id FROM \(table) \(counted)
                    ORDER BY queue.measured_at DESC, queue.id DESC LIMIT \(walk))
                UNION SELECT queue.id FROM \(table) \(counted) AND queue.kind = 0)
            SELECT DISTINCT id, time FROM (
                SELECT queue.id AS id, queue.measured_at AS time, row_number() OVER (
                    PARTITION BY json_extract(one.value, '$.metric') ORDER BY queue.measured_at DESC, queue.id DESC) AS place
                FROM near JOIN queue ON queue.id = near.id,
                    json_each(CASE WHEN json_valid(CAST(queue.record AS TEXT)) THEN CAST(queue.record AS TEXT)
                    ELSE '{}' END, '$.measurements') AS one)
            WHERE place = 1 ORDER BY time DESC, id DESC LIMIT ?
            """
    }

    /// The first of an ended session's unsynced records, in the list's order.
    ///
    /// A session's end runs this in the writer's transaction: it reads at most `limit` rows of each state, and skips
    /// the images between them.
    static func firstUnsynced(_ database: Database, sessionID: String, limit: Int = 32) throws -> [StoredRecord] {
        var found: [(key: Key, record: StoredRecord)] = []
        for state in ["ended", "pending"] {
            for row in try database.rowsCached(sql: firstOfState, arguments: [sessionID, state, limit]) {
                found.append(
                    (Key(time: try row.value("created_at"), id: try row.value("id")), try StoredRecord(row: row))
                )
            }
        }
        found.sort { ($0.key.time, $0.key.id) < ($1.key.time, $1.key.id) }
        return found.prefix(limit).map(\.record)
    }

    /// The query for an ended session's first records of one state: a single walk along the index, which is in order.
    static let firstOfState = """
        SELECT \(StoredRecord.columns) FROM queue INDEXED BY queue_session JOIN sessions ON sessions.id = queue.session_id
        WHERE queue.session_id = ?1 AND queue.state = ?2 AND queue.kind < 2
            AND (?2 = 'ended' OR sessions.ended_at IS NOT NULL)
        ORDER BY queue.created_at, queue.id LIMIT ?3
        """

    /// The list's condition; except for a history it uses only columns that the counts also have.
    var source: (sql: String, arguments: StatementArguments) {
        get throws {
            // The text contains only the requested filters, so that SQLite finds a session's page by its index.
            // Images share the queue but are not records.
            var (sql, arguments) = ("WHERE queue.kind < 2 AND \(condition)", StatementArguments())
            if let seat {
                // Queued records belong to their session, whose person may now have another seat.
                sql +=
                    kind == .queued
                    ? " AND queue.session_id IN (SELECT id FROM sessions WHERE sessions.seat = ?)"
                    : " AND queue.seat = ?"
                arguments += [seat]
            }
            if let reach {
                let some = "IN (SELECT value FROM json_each(?))"
                sql += " AND queue.seat \(some)"
                arguments += [try StoreList.json(reach)]
                if kind == .queued {
                    // A session may also have records of the same user from a seat out of reach.
                    sql += " AND queue.session_id IN (SELECT id FROM sessions WHERE sessions.seat \(some))"
                    arguments += [try StoreList.json(reach)]
                }
            }
            if let sessionID {
                sql += " AND queue.session_id = ?"
                arguments += [sessionID]
            }
            if case .history(let span) = kind {
                let (more, values) = try span.condition
                sql += more
                arguments += values
            }
            return (sql, arguments)
        }
    }

    /// The table, with the index to read.
    ///
    /// The orders of the queue and of a history match an index that SQLite would not choose by itself.
    var table: String {
        switch kind {
        case .queued: "queue INDEXED BY queue_open"
        case .history: "queue INDEXED BY queue_history"
        case .rejected, .unsynced: "queue"
        }
    }

    private var condition: String {
        switch kind {
        case .queued: "queue.state IN ('pending', 'leased') AND NOT (queue.state = 'pending' AND \(Self.isEnded))"
        case .rejected: "queue.state = 'rejected' AND \(StoredRecord.isSettled)"
        case .unsynced:
            "((queue.state = 'ended' AND \(StoredRecord.isSettled)) OR (queue.state = 'pending' AND \(Self.isEnded)))"
        case .history: "queue.record_log_id IS NULL"
        }
    }

    /// A pending record is unsynced once its session has ended: ``SessionTable/saveEnds(limit:at:)``.
    private static let isEnded =
        "queue.session_id IN (SELECT sessions.id FROM sessions WHERE sessions.ended_at IS NOT NULL)"
}

extension RecordList.Span {
    /// Its part of the SQL condition for a list.
    fileprivate var condition: (sql: String, arguments: StatementArguments) {
        get throws {
            var (sql, arguments) = ("", StatementArguments())
            if let from {
                sql += " AND queue.measured_at >= ?"
                arguments += [StoreTime.milliseconds(from)]
            }
            if let to {
                sql += " AND queue.measured_at < ?"
                arguments += [StoreTime.milliseconds(to)]
            }
            let (person, names) = whose.condition
            sql += person
            arguments += names
            guard !metrics.isEmpty else { return (sql, arguments) }
            // Cast to text: SQLite reads a blob as its binary JSON format.
            sql += """
                 AND CASE WHEN json_valid(CAST(queue.record AS TEXT)) THEN EXISTS (
                    SELECT 1 FROM json_each(CAST(queue.record AS TEXT), '$.measurements') AS one
                    WHERE json_extract(one.value, '$.metric') IN (SELECT value FROM json_each(?))) ELSE FALSE END
                """
            arguments += [try StoreList.json(metrics)]
            return (sql, arguments)
        }
    }
}

extension RecordList.Whose {
    /// Its part of the SQL condition for a list.
    fileprivate var condition: (sql: String, arguments: StatementArguments) {
        switch self {
        case .everybody: ("", [])
        case .person(let person): (" AND queue.session_id IN \(SessionPerson.sessions)", person.arguments)
        case .others(let person): (" AND queue.session_id NOT IN \(SessionPerson.sessions)", person.arguments)
        case .nobody: (" AND FALSE", [])
        }
    }
}
