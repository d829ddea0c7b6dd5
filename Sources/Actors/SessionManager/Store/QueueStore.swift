public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The session manager's durable memory: sessions, assignments, the delivery queue, notifications.
///
/// Each call is one transaction, its notifications included, and returns after its commit. Calls throw ``StoreError``,
/// or `CancellationError` before they start. Every change of a record's delivery is decided by `QueueEntry`: the store
/// loads the row, asks the machine, and saves what it says.
public struct QueueStore: Sendable {
    package let writer: GroupCommitWriter
    let notifications: any QueueNotifications
    let snapshots: QueueSnapshots
    /// The time of which this store knows nothing, since an older copy of it was accepted.
    public let gap: AcceptedGap?

    init(writer: GroupCommitWriter, notifications: any QueueNotifications, gap: AcceptedGap? = nil) {
        self.gap = gap
        self.writer = writer
        self.notifications = notifications
        snapshots = QueueSnapshots(writer)
    }

    /// Opens or makes the file.
    ///
    /// - Parameters:
    ///   - configuration: Where it lies.
    ///   - notifications: Writes the notifications that belong to the store's own changes.
    ///   - at: The wall clock, for an older copy that is accepted.
    /// - Throws: ``StoreErrorCode/notNewest`` where the witness knows of more than the file has.
    public static func open(
        _ configuration: StoreConfiguration,
        notifications: any QueueNotifications,
        at: Date = Date()
    ) async throws -> QueueStore {
        if let witness = configuration.witness {
            return try await openWitnessed(configuration, witness, notifications: notifications, at: at)
        }
        let writer = try await StoreFile.open(configuration, kind: .queue)
        return QueueStore(writer: writer, notifications: notifications)
    }
}
