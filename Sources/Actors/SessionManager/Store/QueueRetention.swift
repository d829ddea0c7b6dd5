internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// How long settled rows are kept.
public struct QueueRetention: Sendable, Hashable {
    /// Published notifications.
    public var notifications: Duration
    /// Refused records.
    public var rejected: Duration
    /// Submitted and withdrawn records; their keys stay, so that a repeat does not become a second record.
    public var submitted: Duration
    /// Unsynced records of ended sessions, counted from the end; nil keeps them until the person is erased.
    public var unsynced: Duration?
    /// Waiting images, counted from their arrival.
    public var images: Duration
    /// Pictures of held readings, counted from their arrival; the reading stays.
    public var heldPictures: Duration

    /// Creates a retention; by default 7 days for notifications and unsynced records, 90 for other records.
    public init(
        notifications: Duration = .seconds(7 * 86_400),
        rejected: Duration = .seconds(90 * 86_400),
        submitted: Duration = .seconds(90 * 86_400),
        unsynced: Duration? = .seconds(7 * 86_400),
        images: Duration = .seconds(30 * 86_400),
        heldPictures: Duration = .seconds(30 * 86_400)
    ) {
        self.notifications = notifications
        self.rejected = rejected
        self.submitted = submitted
        self.unsynced = unsynced
        self.images = images
        self.heldPictures = heldPictures
    }
}

extension QueueStore {
    /// Deletes rows that are past their retention.
    ///
    /// Keys stay, and so do pending, leased, held and unpublished rows.
    ///
    /// - Returns: How many rows were deleted.
    @discardableResult
    public func deleteExpired(_ retention: QueueRetention = QueueRetention(), at: Date) async throws -> Int {
        var deleted = 0
        var slice = 0
        // Slices, each in its own transaction, let live readings get through in between.
        repeat {
            slice = try await transaction(at: at) { try $0.deleteExpired(retention, limit: 500) }
            deleted += slice
        } while slice > 0
        return deleted
    }
}

extension QueueTransaction {
    /// Deletes up to `limit` expired rows of each kind.
    func deleteExpired(_ retention: QueueRetention, limit: Int) throws -> Int {
        let now = StoreTime.milliseconds(at)
        // The oldest by cursor, so that no reading has to write an index of their times.
        try database.executeCached(
            sql: """
                DELETE FROM notifications WHERE cursor IN (
                    SELECT cursor FROM (SELECT cursor, published, time FROM notifications ORDER BY cursor LIMIT ?)
                    WHERE published = 1 AND time < ?)
                """,
            arguments: [limit, now - retention.notifications.wholeMilliseconds]
        )
        var deleted = database.changesCount
        let kinds = [
            ("'rejected'", Optional(retention.rejected)), ("'submitted', 'withdrawn'", retention.submitted),
            ("'ended'", retention.unsynced),
        ]
        for (states, kept) in kinds {
            guard let kept else { continue }
            // Selected first, because two statements must affect the same rows.
            let expired = try String.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT log_id FROM queue
                        WHERE state IN (\(states)) AND \(StoredRecord.isSettled) AND changed_at < ? AND lingering_until IS NULL
                            AND NOT EXISTS (SELECT 1 FROM queue AS other WHERE other.record_log_id = queue.log_id)
                        LIMIT ?
                        """
                ),
                arguments: [now - kept.wholeMilliseconds, limit]
            )
            guard !expired.isEmpty else { continue }
            deleted += try deleteRecords(
                "log_id IN (SELECT value FROM json_each(?))",
                arguments: [try StoreList.json(expired)]
            )
        }
        deleted += try images.expireImages(retention, limit: limit)
        deleted += try held.expireHeldPictures(retention, limit: limit)
        return deleted
    }

    /// Deletes records or deliveries, after it has saved the last fence and the first destination's id in their keys.
    func deleteRecords(_ condition: String, arguments: StatementArguments) throws -> Int {
        try database.executeCached(
            sql: """
                UPDATE keys_given SET last_fence = max(last_fence, (SELECT max(fence) FROM queue
                    WHERE queue.log_id = keys_given.log_id OR queue.record_log_id = keys_given.log_id))
                WHERE log_id IN (SELECT coalesce(record_log_id, log_id) FROM queue WHERE \(condition))
                """,
            arguments: arguments
        )
        try database.executeCached(
            sql: """
                UPDATE keys_given SET
                    destination_id = (SELECT destination_id FROM queue WHERE queue.log_id = keys_given.log_id)
                WHERE log_id IN (SELECT log_id FROM queue WHERE \(condition))
                """,
            arguments: arguments
        )
        try database.executeCached(sql: "DELETE FROM queue WHERE \(condition)", arguments: arguments)
        let count = database.changesCount
        if count > 0 { changed.note(ChangedSeats.Seats(areAll: true)) }
        return count
    }
}
