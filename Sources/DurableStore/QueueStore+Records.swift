public import Delivery
public import FoundationEssentials
internal import GRDB

extension QueueStore {
    /// A record by its log id.
    public func record(logID: String) async throws -> StoredRecord? {
        try await writer.read { try StoredRecord.fetch($0, logID: logID) }
    }

    /// A page of the records that wait or are leased, oldest first.
    ///
    /// - Parameters:
    ///   - seat: Only this seat's; nil for all.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func queuedRecords(seat: String? = nil, page: Int = 1, pageSize: Int = 50) async throws
        -> StorePage<StoredRecord>
    {
        try await records(
            "queue.state IN ('pending', 'leased') AND NOT (queue.state = 'pending' AND \(Self.isEnded))",
            seat: seat,
            page,
            pageSize
        )
    }

    /// A page of the refused records, oldest first.
    public func rejectedRecords(seat: String? = nil, page: Int = 1, pageSize: Int = 50) async throws
        -> StorePage<StoredRecord>
    {
        try await records("queue.state = 'rejected'", seat: seat, page, pageSize)
    }

    /// A page of the records that were not synced when their session ended, oldest first.
    ///
    /// The state says of which the outcome is unknown.
    ///
    /// - Parameters:
    ///   - sessionID: Only this session's; nil for all.
    ///   - seat: Only this seat's; nil for all.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func unsynced(
        sessionID: String? = nil,
        seat: String? = nil,
        page: Int = 1,
        pageSize: Int = 50
    ) async throws -> StorePage<StoredRecord> {
        try await records(
            "(queue.state = 'ended' OR (queue.state = 'pending' AND \(Self.isEnded)))",
            seat: seat,
            session: sessionID,
            page,
            pageSize
        )
    }

    /// How many of a session's records are not at the destination for certain: those that wait, those that a worker holds,
    /// and those that its end cut off.
    public func openCount(sessionID: String) async throws -> Int {
        try await writer.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT sum(n) FROM queue_counts
                    WHERE session_id = ? AND state IN ('pending', 'leased', 'ended') AND is_history < 2
                    """,
                arguments: [sessionID]
            ) ?? 0
        }
    }

    /// A record that stands as pending is unsynced once its session has ended: ``saveEnds(limit:at:)``.
    private static let isEnded =
        "EXISTS (SELECT 1 FROM sessions WHERE sessions.id = queue.session_id AND sessions.ended_at IS NOT NULL)"

    private func records(
        _ condition: String,
        seat: String? = nil,
        session: String? = nil,
        _ page: Int,
        _ pageSize: Int
    ) async throws -> StorePage<StoredRecord> {
        try await writer.read { database in
            // Only what is asked for stands in the text, so that a session's page is found by its index.
            var (source, arguments) = ("WHERE queue.is_history < 2 AND \(condition)", StatementArguments())
            if let seat {
                source += " AND queue.seat = ?"
                arguments += [seat]
            }
            if let session {
                source += " AND queue.session_id = ?"
                arguments += [session]
            }
            let order = "ORDER BY queue.created_at, queue.id"
            return try StorePage(
                database,
                "FROM queue " + source,
                arguments,
                weight: "length(queue.record) + coalesce(length(queue.error_message), 0)",
                order: order,
                page: page,
                pageSize: pageSize
            ) { limit, offset in
                try StoredRecord.fetchAll(database, "\(source) \(order) LIMIT ? OFFSET ?", arguments + [limit, offset])
            }
        }
    }

    /// Sends a refused record again, by an operator's hand.
    ///
    /// - Returns: What the state machine said.
    /// - Throws: ``StoreErrorCode/notFound``.
    public func resubmit(logID: String, at: Date) async throws -> [DeliveryAction] {
        try await transaction(at: at) { step in
            guard var record = try StoredRecord.fetch(step.database, logID: logID) else {
                throw step.missing("record")
            }
            return try step.apply(to: &record) { $0.operatorResubmit() }
        }
    }
}
