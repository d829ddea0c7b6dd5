public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The session manager's durable memory: sessions, assignments, the delivery queue, notifications.
///
/// Each call is one transaction, its notifications included, and returns after its commit. Calls throw ``StoreError``,
/// or `CancellationError` before they start. `QueueEntry` decides every change of a record's delivery: the store loads
/// the row, asks the state machine, and saves the result.
public struct QueueStore: QueueTable {
    let base: QueueBase
    let snapshots: QueueSnapshots
    /// The time span that is missing from this store because an operator accepted an older copy.
    public let gap: AcceptedGap?
    /// The writer of the file, for tests and tools.
    package var writer: GroupCommitWriter { base.writer }

    init(writer: GroupCommitWriter, notifications: any QueueNotifications, gap: AcceptedGap? = nil) {
        self.gap = gap
        base = QueueBase(writer: writer, notifications: notifications)
        snapshots = QueueSnapshots(writer)
    }

    /// The sessions of the seats.
    public var sessions: SessionTable { SessionTable(base: base) }
    /// The seats of the devices.
    public var assignments: AssignmentTable { AssignmentTable(base: base) }
    /// Records, from their reading to their lists.
    public var records: RecordTable { RecordTable(base: base, snapshots: snapshots) }
    /// Held readings.
    public var held: HeldTable { HeldTable(base: base) }
    /// Images of records.
    public var images: ImageTable { ImageTable(base: base) }
    /// The notification log.
    public var notifications: NotificationLog { NotificationLog(base: base) }
    /// Work for uploaders.
    public var delivery: DeliveryTable { DeliveryTable(base: base) }

    /// The seats whose records have changed, for a single reader.
    public var changedSeats: ChangedSeats { base.changed }

    /// Opens or makes the file.
    ///
    /// - Parameters:
    ///   - configuration: Where the file is.
    ///   - notifications: Writes the notifications that belong to the store's own changes.
    ///   - at: The wall clock, used when an older copy is accepted.
    /// - Throws: ``StoreErrorCode/notNewest`` if the witness is ahead of the file.
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
