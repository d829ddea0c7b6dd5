internal import BusContract
internal import Logging
internal import QueueStore
internal import StoreEngine
internal import Synchronization

/// Logs, once each, held readings and notifications with unreadable content, and rows that were mended.
final class UnreadableTally: Sendable {
    private let logger: Logger
    private let told = Mutex<Set<String>>([])

    init(_ logger: Logger) { self.logger = logger }

    /// How many were found since the start.
    var count: Int { told.withLock(\.count) }

    /// Notes a held reading with unreadable content.
    func note(held readingKey: String) {
        guard told.withLock({ $0.insert("held \(readingKey)").inserted }) else { return }
        logger.error(
            "a held reading cannot be read: see it with 'vitalbus held list', discard it, and measure again",
            metadata: ["readingKey": "\(readingKey)", "code": "\(FaultCodes.unreadableRow)"]
        )
    }

    /// Notes a notification that is not valid on the bus.
    func note(notification id: String, type: String) {
        guard told.withLock({ $0.insert("notification \(id)").inserted }) else { return }
        logger.error(
            "cannot read a stored notification, so it is not published; 'notificationsSince' returns its remains",
            metadata: ["id": "\(id)", "type": "\(type.prefix(64))", "code": "\(FaultCodes.unreadableRow)"]
        )
    }

    /// Starts logging rows that the store cannot read.
    func watch(_ store: QueueStore) async {
        await store.onMended { [logger] in $0.tell(logger) }
    }
}
