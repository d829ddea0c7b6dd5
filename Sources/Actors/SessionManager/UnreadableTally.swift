internal import BusContract
internal import Logging
internal import QueueStore
internal import StoreEngine
internal import Synchronization

/// Tells once of each held reading and each notification whose content cannot be read, and of rows that had to be mended.
final class UnreadableTally: Sendable {
    private let logger: Logger
    private let told = Mutex<Set<String>>([])

    init(_ logger: Logger) { self.logger = logger }

    /// How many there were since the start.
    var count: Int { told.withLock(\.count) }

    /// A reading waits for a person whose content cannot be read.
    func note(held readingKey: String) {
        guard told.withLock({ $0.insert("held \(readingKey)").inserted }) else { return }
        logger.error(
            "a held reading cannot be read: look at it with 'vitalbus held list', discard it, and measure again",
            metadata: ["readingKey": "\(readingKey)", "code": "\(FaultCodes.unreadableRow)"]
        )
    }

    /// A notification cannot stand on the bus.
    func note(notification id: String, type: String) {
        guard told.withLock({ $0.insert("notification \(id)").inserted }) else { return }
        logger.error(
            "a saved notification cannot be read, so the bus does not get it; 'notificationsSince' has what is left",
            metadata: ["id": "\(id)", "type": "\(type.prefix(64))", "code": "\(FaultCodes.unreadableRow)"]
        )
    }

    /// Tells of rows that the store could not read, from now on.
    func watch(_ store: QueueStore) async {
        await store.onMended { [logger] in $0.tell(logger) }
    }
}
