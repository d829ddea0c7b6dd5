internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// Runs one operation of the queue as one transaction.
    func transaction<Value: Sendable>(
        at: Date,
        _ body: @escaping @Sendable (QueueTransaction) throws -> Value
    ) async throws -> Value {
        let (notifications, path) = (notifications, writer.path)
        return try await writer.write { database in
            try body(QueueTransaction(database: database, notifications: notifications, at: at, path: path))
        }
    }
}
