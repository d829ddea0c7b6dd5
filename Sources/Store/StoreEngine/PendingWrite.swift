internal import GRDB

/// One caller's write, waiting for its transaction.
struct PendingWrite: Sendable {
    /// Tells the caller: nil when the transaction is committed, else why it is not.
    typealias Finish = @Sendable (StoreError?) -> Void

    /// What a write came to inside its transaction.
    typealias Ran = (finish: Finish, isUndone: Bool)

    /// Does the work, inside a savepoint where others are in the transaction, too.
    ///
    /// A write that is alone needs none: the transaction is undone with it. A savepoint costs two statements and a copy of
    /// each page that it changes.
    ///
    /// Throws only when the storage failed and the whole transaction must go.
    let run: @Sendable (Database, _ isAlone: Bool) throws -> Ran
    /// Tells the caller that its transaction failed.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        path: String,
        body: @escaping @Sendable (Database) throws -> Value,
        caller: CheckedContinuation<Value, any Error>
    ) {
        fail = { caller.resume(throwing: $0) }
        run = { database, isAlone in
            let result = try PendingWrite.attempt(body, in: database, isAlone: isAlone, path: path)
            let finish: Finish = { commitError in
                if let commitError {
                    caller.resume(throwing: commitError)
                } else {
                    caller.resume(with: result)
                }
            }
            if case .failure = result { return (finish, true) }
            return (finish, false)
        }
    }

    private static func attempt<Value: Sendable>(
        _ body: (Database) throws -> Value,
        in database: Database,
        isAlone: Bool,
        path: String
    ) throws -> Result<Value, any Error> {
        do {
            if isAlone { return .success(try body(database)) }
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
