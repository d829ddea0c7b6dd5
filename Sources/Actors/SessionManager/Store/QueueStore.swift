public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The session manager's durable memory: sessions, assignments, the delivery queue, notifications.
///
/// Each call is one transaction, its notifications included, and returns after its commit. Calls throw ``StoreError``,
/// or `CancellationError` before they start. Every change of a record's delivery is decided by `QueueEntry`: the store
/// loads the row, asks the machine, and saves what it says.
public struct QueueStore: QueueTable {
    let base: QueueBase
    let snapshots: QueueSnapshots
    /// The time of which this store knows nothing, since an older copy of it was accepted.
    public let gap: AcceptedGap?
    /// The writer of the file, for tests and tools.
    package var writer: GroupCommitWriter { base.writer }

    init(writer: GroupCommitWriter, notifications: any QueueNotifications, gap: AcceptedGap? = nil) {
        self.gap = gap
        base = QueueBase(writer: writer, notifications: notifications)
        snapshots = QueueSnapshots(writer)
    }

    /// Who is present.
    public var sessions: SessionTable { SessionTable(base: base) }
    /// Whose devices are.
    public var assignments: AssignmentTable { AssignmentTable(base: base) }
    /// Records, from the reading to the list.
    public var records: RecordTable { RecordTable(base: base, snapshots: snapshots) }
    /// Readings that wait for a person.
    public var held: HeldTable { HeldTable(base: base) }
    /// Images of records.
    public var images: ImageTable { ImageTable(base: base) }
    /// What is told.
    public var notifications: NotificationLog { NotificationLog(base: base) }
    /// Work for uploaders.
    public var delivery: DeliveryTable { DeliveryTable(base: base) }

    /// The seats whose records have changed; for one who asks.
    public var changedSeats: ChangedSeats { base.changed }

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
            return try await openWitnessed(configuration, path: witness, notifications: notifications, at: at)
        }
        let writer = try await openFile(configuration, notifications: notifications)
        return QueueStore(writer: writer, notifications: notifications)
    }

    static func openFile(
        _ configuration: StoreConfiguration,
        notifications: any QueueNotifications
    ) async throws -> GroupCommitWriter {
        try await StoreFile.open(
            configuration,
            kind: .queue,
            mending: QueueMending.rules(notifications, path: configuration.path)
        )
    }
}
