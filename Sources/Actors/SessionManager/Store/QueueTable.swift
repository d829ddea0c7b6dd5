internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What the parts of the queue's store share: the file's only writer, and the source of its notifications.
struct QueueBase: Sendable {
    let writer: GroupCommitWriter
    let notifications: any QueueNotifications
    /// Starts with all seats, because nothing has been published yet.
    let changed = ChangedSeats(ChangedSeats.Seats(areAll: true))
}

/// A part of the queue's store; all parts share one file.
protocol QueueTable: Sendable {
    /// The shared base.
    var base: QueueBase { get }
}

extension QueueTable {
    var writer: GroupCommitWriter { base.writer }

    /// Runs one operation of the queue as one transaction.
    func transaction<Value: Sendable>(
        at: Date,
        _ body: @escaping @Sendable (QueueTransaction) throws -> Value
    ) async throws -> Value {
        let (base, changed) = (base, ChangedSeats())
        // Noted after the commit. It is noted on an error too, because the commit may still have succeeded.
        defer { base.changed.note(changed.take()) }
        return try await writer.write { database in
            try body(
                QueueTransaction(
                    database: database,
                    notifications: base.notifications,
                    at: at,
                    path: base.writer.path,
                    changed: changed
                )
            )
        }
    }
}
