internal import GRDB

extension QueueStore {
    /// How full the queue is.
    ///
    /// - Parameter seat: Only this seat's records and notifications; nil for all. Held readings have no seat and are
    ///   always all counted.
    public func depths(seat: String? = nil) async throws -> QueueDepths {
        try await writer.read { database in
            let row = try database.rowCached(sql: Self.depthsQuery, arguments: ["seat": seat])
            guard let row else { throw UnreadableColumn(name: "depths") }
            return QueueDepths(
                pendingLive: try row.value("live"),
                pendingHistory: try row.value("history"),
                leased: try row.value("leased"),
                rejected: try row.value("rejected"),
                unsynced: try row.value("unsynced"),
                held: try row.value("held"),
                unpublished: try row.value("unpublished"),
                oldest: try row.optional("oldest").map(StoreTime.date)
            )
        }
    }

    /// Names the states, so that what was submitted, which is nearly all, is passed over by its index.
    private static let depthsQuery = """
        SELECT
            count(*) FILTER (WHERE state = 'pending' AND is_history = 0) AS live,
            count(*) FILTER (WHERE state = 'pending' AND is_history = 1) AS history,
            count(*) FILTER (WHERE state = 'leased') AS leased,
            count(*) FILTER (WHERE state = 'rejected') AS rejected,
            count(*) FILTER (WHERE state = 'ended') AS unsynced,
            min(created_at) FILTER (WHERE state IN ('pending', 'leased')) AS oldest,
            (SELECT count(*) FROM held) AS held,
            (SELECT count(*) FROM notifications
                WHERE published = 0 AND (:seat IS NULL OR notifications.seat = :seat)) AS unpublished
        FROM queue WHERE queue.state IN ('pending', 'leased', 'rejected', 'ended')
            AND (:seat IS NULL OR queue.seat = :seat)
        """
}
