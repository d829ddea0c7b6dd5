package import FoundationEssentials
package import GRDB

// It costs more to compile a statement than to run it, and the stores use few texts, so each connection compiles each
// text once.
extension Database {
    /// Executes a recurring statement.
    package func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// All rows of a recurring statement.
    package func rowsCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a recurring statement.
    package func rowCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Reads a value from each row of a recurring statement.
    ///
    /// A copied row finds its columns by a linear, case-insensitive search, which costs more than the query. So each
    /// row is read while the cursor is on it.
    package func readAllCached<Value>(
        sql: String,
        arguments: StatementArguments = StatementArguments(),
        _ read: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }

    /// Reads a value from the first row; see ``readAllCached(sql:arguments:_:)``.
    package func readFirstCached<Value>(
        sql: String,
        arguments: StatementArguments = StatementArguments(),
        _ read: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // The row is valid only while its cursor exists.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}

// GRDB compiles the statements of a transaction each time, some forty for a reading.
extension Database {
    /// Runs reads that see one state of the file.
    func inReadTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try executeCached(sql: "BEGIN DEFERRED TRANSACTION")
        defer {
            do {
                try executeCached(sql: "COMMIT TRANSACTION")
            } catch {
                // Cleanup: the reads are done, but the connection must leave the transaction.
                try? rollback()
            }
        }
        return try body(self)
    }

    /// Runs a part of a transaction, and undoes that part if it fails.
    func inCachedSavepoint<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try executeCached(sql: "SAVEPOINT part")
        do {
            let value = try body(self)
            try executeCached(sql: "RELEASE SAVEPOINT part")
            return value
        } catch {
            // SQLite has undone the whole transaction by itself after some errors; the caller then ends it.
            if isInsideTransaction {
                try execute(sql: "ROLLBACK TRANSACTION TO SAVEPOINT part")
                try execute(sql: "RELEASE SAVEPOINT part")
            }
            throw error
        }
    }
}

extension Row {
    /// A column's value.
    ///
    /// GRDB's own subscripts trap on a value of another type, so they are not used.
    ///
    /// - Throws: ``StoreError`` with ``StoreErrorCode/unreadableRow``; the path is filled in by the caller's access.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        guard let stored = self[column] as DatabaseValue?, let value = Value.fromDatabaseValue(stored)
        else { throw UnreadableColumn(name: column) }
        return value
    }

    /// A column's value, or nil for NULL.
    package func optional<Value: DatabaseValueConvertible>(
        _ column: String,
        as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let stored = self[column] as DatabaseValue?, !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw UnreadableColumn(name: column) }
        return value
    }
}

/// The error for a value that does not have its column's type; it becomes ``StoreErrorCode/unreadableRow``.
package struct UnreadableColumn: Error {
    /// The column.
    package let name: String

    /// Names a column.
    package init(name: String) { self.name = name }
}

/// Wall-clock times as saved: whole milliseconds since 1970.
package enum StoreTime {
    /// The saved form of a date, clamped to the column's range.
    package static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    /// The date that was saved.
    package static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

/// Passes a list of texts as one argument, for `IN (SELECT value FROM json_each(?))`, so that the statement's text
/// stays the same.
package enum StoreList {
    /// The list as a JSON array.
    package static func json(_ texts: some Collection<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(Array(texts)), as: UTF8.self)
    }
}
