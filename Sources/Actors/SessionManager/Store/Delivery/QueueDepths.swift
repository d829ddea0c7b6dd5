public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// How full the queue is.
public struct QueueDepths: Sendable, Hashable {
    /// Waiting live records.
    public let pendingLive: Int
    /// Waiting history records.
    public let pendingHistory: Int
    /// Records that workers hold.
    public let leased: Int
    /// Refused records.
    public let rejected: Int
    /// Unsynced records of ended sessions.
    public let unsynced: Int
    /// Held readings.
    public let held: Int
    /// Notifications that the broker has not acknowledged.
    public let unpublished: Int
    /// Images that wait or are leased.
    public let images: Int
    /// When the oldest waiting or leased record was accepted.
    public let oldest: Date?
}

extension DeliveryTable {
    /// How full the queue is.
    ///
    /// - Parameter seat: Only this seat's records and notifications; nil for all. Held readings have no seat, so all of
    ///   them always count.
    public func depths(seat: String? = nil) async throws -> QueueDepths {
        try await writer.read { try QueueDepths.fetch($0, seat: seat) }
    }

    /// Reads the counts that triggers maintain, so the cost does not depend on the queue's length.
    static let depthsQuery = """
        WITH counts AS (
            SELECT queue_counts.session_id, queue_counts.kind, n,
                CASE WHEN state = 'pending' AND sessions.ended_at IS NOT NULL THEN 'ended' ELSE state END AS state
            FROM queue_counts JOIN sessions ON sessions.id = queue_counts.session_id
            WHERE state IN ('pending', 'leased', 'rejected', 'ended') AND kind < 2 AND (:seat IS NULL OR queue_counts.seat = :seat))
        SELECT
            coalesce(sum(n) FILTER (WHERE state = 'pending' AND kind = 0), 0) AS live,
            coalesce(sum(n) FILTER (WHERE state = 'pending' AND kind = 1), 0) AS history,
            coalesce(sum(n) FILTER (WHERE state = 'leased'), 0) AS leased,
            coalesce(sum(n) FILTER (WHERE state = 'rejected'), 0) AS rejected,
            coalesce(sum(n) FILTER (WHERE state = 'ended'), 0) AS unsynced,
            min((SELECT min(created_at) FROM queue WHERE queue.session_id = counts.session_id
                AND queue.state = counts.state AND (:seat IS NULL OR queue.seat = :seat)))
                FILTER (WHERE state IN ('pending', 'leased')) AS oldest,
            (SELECT count(*) FROM images WHERE state IN ('waiting', 'queued') AND (:seat IS NULL OR seat = :seat)) AS images,
            (SELECT count(*) FROM held) AS held,
            (SELECT count(*) FROM notifications
                WHERE published = 0 AND (:seat IS NULL OR notifications.seat = :seat)) AS unpublished
        FROM counts
        """
}

extension QueueDepths {
    /// Reads them for one seat, or for all when nil.
    static func fetch(_ database: Database, seat: String?) throws -> QueueDepths {
        let row = try database.rowCached(sql: DeliveryTable.depthsQuery, arguments: ["seat": seat])
        guard let row else { throw UnreadableColumn(name: "depths") }
        return QueueDepths(
            pendingLive: try row.value("live"),
            pendingHistory: try row.value("history"),
            leased: try row.value("leased"),
            rejected: try row.value("rejected"),
            unsynced: try row.value("unsynced"),
            held: try row.value("held"),
            unpublished: try row.value("unpublished"),
            images: try row.value("images"),
            oldest: try row.optional("oldest").map(StoreTime.date)
        )
    }
}
