internal import BusContract
internal import MessageBus
internal import QueueStore

/// Lists the notifications that are kept, for clients that missed them on the bus.
struct NotificationHistory: Sendable {
    let store: QueueStore

    /// The operation that lists notifications after a cursor.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.notificationsSince) { body, _ in try await page(body) }]
    }

    private func page(_ body: NotificationsSince) async throws -> Notifications {
        let limit = min(max(1, body.limit ?? 50), 50)
        let found = try await store.notifications.entries(since: body.cursor, limit: limit)
        // A page must fit a message, and JSON in a string escapes its quotes. The first entry is always sent.
        var room = 40_000
        let page = found.prefix { entry in
            defer { room -= entry.notification.data.count * 5 / 4 + 250 }
            return room > 0
        }
        let entries = page.map { entry in
            Notifications.Entry(
                cursor: entry.cursor,
                id: entry.notification.id,
                name: entry.notification.type,
                hub: entry.notification.hub,
                time: entry.notification.time,
                data: String(decoding: entry.notification.data, as: UTF8.self)
            )
        }
        return Notifications(
            notifications: entries,
            cursor: entries.last?.cursor ?? body.cursor,
            more: entries.count < found.count || found.count == limit
        )
    }
}
