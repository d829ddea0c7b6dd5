public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The notifications, in the order of their publication.
///
/// Each call but ``markPublished(_:finished:)`` is one transaction and returns after its commit; it throws
/// ``StoreError``, or `CancellationError` before it starts.
public struct NotificationLog: QueueTable {
    let base: QueueBase

    /// Saves notifications that belong to no other change of the store.
    public func post(_ notifications: [NewNotification], at: Date) async throws {
        try await transaction(at: at) { step in
            for notification in notifications { try step.save(notification) }
        }
    }

    /// Notifications that the broker has not acknowledged yet, oldest first.
    public func unpublished(limit: Int) async throws -> [StoredNotification] {
        try await writer.readStatement { database in
            try database.readAllCached(
                sql: "SELECT * FROM notifications WHERE published = 0 ORDER BY cursor LIMIT ?",
                arguments: [limit],
                StoredNotification.init(row:)
            )
        }
    }

    /// Marks notifications that the broker has acknowledged, with the store's next commit.
    ///
    /// A notification without its mark is published again after a restart, with the same id.
    ///
    /// - Parameter finished: Called with nil after the commit, or with the reason why there was none.
    public func markPublished(_ cursors: [Int64], finished: @escaping @Sendable (StoreError?) -> Void) async {
        await writer.join { database in
            for cursor in cursors {
                try database.executeCached(
                    sql: "UPDATE notifications SET published = 1 WHERE cursor = ?",
                    arguments: [cursor]
                )
            }
        } finished: {
            finished($0)
        }
    }

    /// Notifications after a cursor, published or not, oldest first.
    ///
    /// - Parameters:
    ///   - cursor: The last notification that the subscriber has; 0 for all stored ones.
    ///   - limit: The most to return.
    public func entries(since cursor: Int64, limit: Int) async throws -> [StoredNotification] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM notifications WHERE cursor > ? ORDER BY cursor LIMIT ?",
                arguments: [cursor, limit]
            ).map(StoredNotification.init(row:))
        }
    }

    /// The smallest stored cursor, so that a subscriber can detect a gap; nil for an empty log.
    public func oldestCursor() async throws -> Int64? {
        try await writer.read { try Int64.fetchOne($0, sql: "SELECT min(cursor) FROM notifications") }
    }
}
