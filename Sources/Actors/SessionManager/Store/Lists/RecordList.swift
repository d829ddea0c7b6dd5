public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Which of the queue's records are listed.
public struct RecordList: Sendable, Hashable {
    /// In what state they are.
    enum Kind: Sendable, Hashable {
        case queued
        case rejected
        case unsynced
        case history(Span)
    }

    /// When the records of a history were measured, what of, and whose they are.
    struct Span: Sendable, Hashable {
        let from: Date?
        let to: Date?
        let metrics: [String]
        let whose: Whose
    }

    /// Whose records of a seat a history has.
    public enum Whose: Sendable, Hashable {
        /// Those of all who have had the seat.
        case everybody
        /// Those of one person.
        case person(SessionPerson)
        /// Those of all others.
        case others(than: SessionPerson)
        /// None: nobody has the seat.
        case nobody
    }

    let kind: Kind
    let seat: String?
    let sessionID: String?
    /// Only what is of these seats; nil for all.
    private(set) var reach: Set<String>?

    /// The list as one may see it who reaches these seats only; nil for all.
    public func within(_ seats: Set<String>?) -> Self {
        var list = self
        list.reach = seats
        return list
    }

    /// The records that wait or are leased.
    ///
    /// - Parameters:
    ///   - seat: Only those of this seat's sessions, wherever they were measured; nil for all.
    ///   - sessionID: Only this session's; nil for all.
    public static func queued(seat: String? = nil, sessionID: String? = nil) -> Self {
        Self(kind: .queued, seat: seat, sessionID: sessionID)
    }

    /// The refused records.
    ///
    /// - Parameter seat: Only this seat's; nil for all.
    public static func rejected(seat: String? = nil) -> Self { Self(kind: .rejected, seat: seat, sessionID: nil) }

    /// The records that were not synced when their session ended; the state says of which the outcome is unknown.
    ///
    /// - Parameters:
    ///   - sessionID: Only this session's; nil for all.
    ///   - seat: Only this seat's; nil for all.
    public static func unsynced(sessionID: String? = nil, seat: String? = nil) -> Self {
        Self(kind: .unsynced, seat: seat, sessionID: sessionID)
    }

    /// All records of a seat that are kept, in whatever state, the one that was measured last first.
    ///
    /// - Parameters:
    ///   - seat: The seat.
    ///   - from: Only what was measured then or later; nil for all.
    ///   - to: Only what was measured before; nil for all.
    ///   - metrics: Only records that have one of these; empty for all.
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
    /// Where a record stands in a list, and among equals the one that came first.
    struct Key: Sendable, Hashable {
        /// When it was accepted, of a history when it was measured; in milliseconds since 1970.
        let time: Int64
        /// Its row.
        let id: Int64
    }

    /// An element's size in bytes.
    static let weight = "coalesce(length(\(StoredRecord.content)), 0) + coalesce(length(queue.error_message), 0)"

    /// The time that the list is ordered by.
    var time: String { isHistory ? "queue.measured_at" : "queue.created_at" }

    /// The oldest first; of a history the newest.
    var order: String { isHistory ? "ORDER BY \(time) DESC, queue.id DESC" : "ORDER BY \(time), queue.id" }

    /// The condition of what stands at a key, or comes after it.
    var bound: String { "(\(time), queue.id) \(isHistory ? "<=" : ">=") (?, ?)" }

    private var isHistory: Bool { if case .history = kind { true } else { false } }

    /// How many there are; but for a history from the counts that triggers keep: nothing of the queue is walked through.
    func total(_ database: Database) throws -> Int {
        let (source, arguments) = try source
        let sql =
            isHistory
            ? "SELECT count(*) FROM \(table) \(source)"
            : "SELECT coalesce(sum(queue.n), 0) FROM queue_counts AS queue \(source)"
        return try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
    }

    /// How many of a history's rows are looked at for the newest of each metric, beside all that came live.
    ///
    /// An import brings a pulse for each minute of years; what somebody measures by hand or with a meter stays in reach.
    public static let newestWalk = 20_000

    /// The rows that are the newest of one of their metrics; a deleted record has none.
    static func newest(of table: String, source: String, walk: Int) -> String {
        let counted =
            "\(source) AND queue.state <> 'withdrawn' AND NOT (queue.is_deletion AND queue.state = 'submitted')"
        // As text: SQLite takes the bytes of a blob for JSON of its own binary form.
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

    /// The first of an ended session's unsynced records as JSON, in the list's order.
    ///
    /// A session's end runs this in the writer's transaction: it reads so many rows of each state, and skips the
    /// images between them, however many wait.
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

    /// The first records of a state of a session that has ended: one walk along the index, which has them in order.
    static let firstOfState = """
        SELECT \(StoredRecord.columns) FROM queue INDEXED BY queue_session JOIN sessions ON sessions.id = queue.session_id
        WHERE queue.session_id = ?1 AND queue.state = ?2 AND queue.kind < 2
            AND (?2 = 'ended' OR sessions.ended_at IS NOT NULL)
        ORDER BY queue.created_at, queue.id LIMIT ?3
        """

    /// The list's condition; but for a history it names only columns that the counts have too.
    var source: (sql: String, arguments: StatementArguments) {
        get throws {
            // Only what is asked for stands in the text, so that a session's page is found by its index.
            // Images are no records, though they wait in the same queue.
            var (sql, arguments) = ("WHERE queue.kind < 2 AND \(condition)", StatementArguments())
            if let seat {
                // What waits goes on with its session, which its person may have at another seat now.
                sql +=
                    kind == .queued
                    ? " AND queue.session_id IN (SELECT id FROM sessions WHERE sessions.seat = ?)"
                    : " AND queue.seat = ?"
                arguments += [seat]
            }
            if let reach {
                let some = "IN (SELECT value FROM json_each(?))"
                sql +=
                    kind == .queued
                    ? " AND queue.session_id IN (SELECT id FROM sessions WHERE sessions.seat \(some))"
                    : " AND queue.seat \(some)"
                arguments += [try StoreList.json(reach)]
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

    /// Where the list is read from.
    ///
    /// The order of the queue and of a history is that of an index, which SQLite does not choose by itself.
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
        case .rejected: "queue.state = 'rejected'"
        case .unsynced: "(queue.state = 'ended' OR (queue.state = 'pending' AND \(Self.isEnded)))"
        case .history: "queue.record_log_id IS NULL"
        }
    }

    /// A record that stands as pending is unsynced once its session has ended: ``SessionTable/saveEnds(limit:at:)``.
    private static let isEnded =
        "EXISTS (SELECT 1 FROM sessions WHERE sessions.id = queue.session_id AND sessions.ended_at IS NOT NULL)"
}

extension RecordList.Span {
    /// What it adds to a list's condition.
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
            // As text: SQLite takes the bytes of a blob for JSON of its own binary form.
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
    /// What it adds to a list's condition.
    fileprivate var condition: (sql: String, arguments: StatementArguments) {
        switch self {
        case .everybody: ("", [])
        case .person(let person): (" AND queue.session_id IN \(SessionPerson.sessions)", person.arguments)
        case .others(let person): (" AND queue.session_id NOT IN \(SessionPerson.sessions)", person.arguments)
        case .nobody: (" AND FALSE", [])
        }
    }
}
