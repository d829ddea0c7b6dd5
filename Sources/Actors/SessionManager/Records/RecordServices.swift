internal import MessageBus

/// The services that list records and notifications, and change records.
struct RecordServices: Sendable {
    let lists: RecordLists
    let queue: QueueService
    let history: RecordHistoryService
    let changes: RecordChangeService
    let notifications: NotificationHistory

    init(_ parts: ServiceParts) {
        lists = RecordLists(parts: parts)
        queue = QueueService(parts: parts, lists: lists)
        history = RecordHistoryService(parts: parts, lists: lists)
        changes = RecordChangeService(parts: parts)
        notifications = NotificationHistory(parts: parts)
    }

    /// The operations of the group.
    var handlers: [RequestHandler] {
        queue.handlers + history.handlers + changes.handlers + notifications.handlers
    }
}
