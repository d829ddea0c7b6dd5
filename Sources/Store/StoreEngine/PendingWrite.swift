internal import GRDB

/// One caller's write, waiting for its transaction.
struct PendingWrite: Sendable {
    /// Tells the caller: nil when the transaction is committed, else why it is not.
    typealias Finish = @Sendable (StoreError?) -> Void

    /// Does the work inside a savepoint.
    ///
    /// Throws only when the storage failed and the whole transaction must go.
    let run: @Sendable (Database) throws -> Finish
    /// Tells the caller that its transaction failed.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        path: String,
        body: @escaping @Sendable (Database) throws -> Value,
        caller: CheckedContinuation<Value, any Error>
    ) {
        fail = { caller.resume(throwing: $0) }
        run = { database in
            let result = try PendingWrite.attempt(body, database, path: path)
            return { commitError in
                if let commitError {
                    caller.resume(throwing: commitError)
                } else {
                    caller.resume(with: result)
                }
            }
        }
    }

    private static func attempt<Value: Sendable>(
        _ body: (Database) throws -> Value,
        _ database: Database,
        path: String
    ) throws -> Result<Value, any Error> {
        do {
            var value: Value?
            try database.inSavepoint {
                value = try body(database)
                return .commit
            }
            guard let value else {
                throw StoreError(code: .other, message: "a write gave no result", path: path, isRetriable: false)
            }
            return .success(value)
        } catch {
            let failure = StoreError(error, path: path)
            // SQLite may have rolled the whole transaction back by itself
            // (https://www.sqlite.org/lang_transaction.html, section 3); then the writes before this one are gone too.
            if failure.isStorageFailure || !database.isInsideTransaction { throw failure }
            return .failure(failure)
        }
    }
}
