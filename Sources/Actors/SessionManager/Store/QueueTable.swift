internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What the parts of the queue's store share: the file's one writer, and who writes the notifications.
struct QueueBase: Sendable {
    let writer: GroupCommitWriter
    let notifications: any QueueNotifications
    /// Begins with all: nobody has told anything yet.
    let changed = ChangedSeats(ChangedSeats.Seats(areAll: true))
}

/// A part of the queue's store; all of them are in one file.
protocol QueueTable: Sendable {
    /// What the parts share.
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
        // Only now is it committed; who is told of an error may be told of a commit's.
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
