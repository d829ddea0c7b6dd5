internal import GRDB

/// One caller's write, waiting for its transaction.
struct PendingWrite: Sendable {
    /// Resumes the caller: with nil after the commit, or with the reason why there was none.
    typealias Finish = @Sendable (StoreError?) -> Void

    /// The result of a write inside its transaction.
    typealias Ran = (finish: Finish, isUndone: Bool)

    /// Does the work, inside a savepoint if the transaction has other writes.
    ///
    /// A single write needs none, because its transaction is undone with it. A savepoint costs two statements and a
    /// copy of each changed page.
    ///
    /// It throws only when the storage failed and the whole transaction must be undone.
    let run: @Sendable (Database, _ isAlone: Bool) throws -> Ran
    /// Resumes the caller with the error of its transaction.
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

    /// Creates a write without a caller who waits.
    init(
        path: String,
        body: @escaping @Sendable (Database) throws -> Void,
        finished: @escaping @Sendable (StoreError?) -> Void
    ) {
        fail = finished
        run = { database, isAlone in
            switch try PendingWrite.attempt(body, in: database, isAlone: isAlone, path: path) {
            case .success: (finished, false)
            case .failure(let error): ({ finished($0 ?? (error as? StoreError)) }, true)
            }
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
            return .success(try database.inCachedSavepoint(body))
        } catch {
            let failure = StoreError(error, path: path)
            // SQLite may have rolled back the whole transaction by itself
            // (https://www.sqlite.org/lang_transaction.html, section 3); then the earlier writes are undone too.
            if failure.isStorageFailure || !database.isInsideTransaction { throw failure }
            return .failure(failure)
        }
    }
}
