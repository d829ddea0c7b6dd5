internal import GRDB

extension RecordList {
    /// Where a record stands in a list: the oldest first, and among equals the one that came first.
    struct Key: Sendable, Hashable {
        /// When it was accepted, in milliseconds since 1970.
        let createdAt: Int64
        /// Its row.
        let id: Int64
    }

    static let order = "ORDER BY queue.created_at, queue.id"
    /// An element's size in bytes.
    static let weight = "length(queue.record) + coalesce(length(queue.error_message), 0)"

    /// How many there are, from the counts that triggers keep: nothing of the queue is walked through.
    func total(_ database: Database) throws -> Int {
        let (source, arguments) = source
        return try Int.fetchOne(
            database,
            sql: "SELECT coalesce(sum(queue.n), 0) FROM queue_counts AS queue \(source)",
            arguments: arguments
        ) ?? 0
    }

    /// The list's condition; it names only columns that the counts have too.
    var source: (sql: String, arguments: StatementArguments) {
        // Only what is asked for stands in the text, so that a session's page is found by its index.
        // Images are no records, though they wait in the same queue.
        var (sql, arguments) = ("WHERE queue.is_history < 2 AND \(condition)", StatementArguments())
        if let seat {
            sql += " AND queue.seat = ?"
            arguments += [seat]
        }
        if let sessionID {
            sql += " AND queue.session_id = ?"
            arguments += [sessionID]
        }
        return (sql, arguments)
    }

    /// Where the list is read from.
    ///
    /// The queue's order is that of an index, which SQLite does not choose by itself.
    var table: String { kind == .queued ? "queue INDEXED BY queue_open" : "queue" }

    private var condition: String {
        switch kind {
        case .queued: "queue.state IN ('pending', 'leased') AND NOT (queue.state = 'pending' AND \(Self.isEnded))"
        case .rejected: "queue.state = 'rejected'"
        case .unsynced: "(queue.state = 'ended' OR (queue.state = 'pending' AND \(Self.isEnded)))"
        }
    }

    /// A record that stands as pending is unsynced once its session has ended: ``QueueStore/saveEnds(limit:at:)``.
    private static let isEnded =
        "EXISTS (SELECT 1 FROM sessions WHERE sessions.id = queue.session_id AND sessions.ended_at IS NOT NULL)"
}
