internal import ActorRuntime
internal import MessageBus
internal import QueueStore

/// The services that list records and notifications, and change records.
struct RecordServices: Sendable {
    let lists: RecordLists
    let queue: QueueService
    let history: RecordHistoryService
    let changes: RecordChangeService
    let notifications: NotificationHistory

    init(_ parts: ServiceParts) {
        let context = parts.context
        lists = RecordLists(
            store: parts.store,
            seats: parts.seats,
            environment: context.environment,
            clock: parts.clock
        )
        queue = QueueService(
            store: parts.store,
            lists: lists,
            events: parts.events,
            environment: context.environment,
            signals: parts.signals
        )
        history = RecordHistoryService(seats: parts.seats, lists: lists, store: parts.store)
        changes = RecordChangeService(
            store: parts.store,
            environment: context.environment,
            logger: context.logger,
            signals: parts.signals
        )
        notifications = NotificationHistory(store: parts.store, seats: parts.seats)
    }

    /// The operations of the group.
    var handlers: [RequestHandler] {
        queue.handlers + history.handlers + changes.handlers + notifications.handlers
    }
}
