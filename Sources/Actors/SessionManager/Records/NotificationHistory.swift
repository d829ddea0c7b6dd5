internal import BusContract
internal import MessageBus
internal import QueueStore

/// Lists the stored notifications, for clients that missed them on the bus.
struct NotificationHistory: ManagerService {
    let parts: ServiceParts

    /// The operation that lists notifications after a cursor.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.notificationsSince) { body, request in
                try await page(body, for: request.caller)
            }
        ]
    }

    private func page(_ body: NotificationsSince, for caller: BusAddress) async throws -> Notifications {
        let limit = min(max(1, body.limit ?? 50), 50)
        let found = try await store.notifications.entries(since: body.cursor, limit: limit)
        // A page must fit into a message, and JSON within a string escapes its quotes. The first entry is always sent.
        var room = 40_000
        let page = found.prefix { entry in
            defer { room -= entry.notification.data.count * 5 / 4 + 250 }
            return room > 0
        }
        let own = seats.roll.reach(of: caller)
        let entries = page.filter { $0.isTold(to: caller, of: own) }.map { entry in
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
            cursor: page.last?.cursor ?? body.cursor,
            more: page.count < found.count || found.count == limit
        )
    }
}

extension StoredNotification {
    /// Whether a caller limited to these seats may see the notification: one of a seat among them, or of the caller's
    /// hub without a seat.
    fileprivate func isTold(to caller: BusAddress, of own: Set<String>?) -> Bool {
        guard let own else { return true }
        return notification.seat.map(own.contains) ?? (notification.hub == caller.hub)
    }
}
