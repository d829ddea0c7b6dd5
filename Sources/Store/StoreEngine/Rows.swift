package import FoundationEssentials
package import GRDB

// Compiling a statement costs more than running it, and the stores use few texts: each is compiled once a connection.
extension Database {
    /// Executes one statement whose text comes again.
    package func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// All rows of a statement whose text comes again.
    package func rowsCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a statement whose text comes again.
    package func rowCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// What the rows of a statement say whose text comes again.
    ///
    /// A row that is kept looks its columns up by comparing names in any case, one after the other, which costs more than
    /// the query; so each is read while the statement stands on it.
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

    /// What the first row says; see ``readAllCached(sql:arguments:_:)``.
    package func readFirstCached<Value>(
        sql: String,
        arguments: StatementArguments = StatementArguments(),
        _ read: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        // Without its cursor the statement stands on no row.
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }
}

extension Row {
    /// A column's value.
    ///
    /// GRDB's own subscripts trap on a value of another kind, so they are not used.
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

/// A saved value that is not of its column's kind; becomes ``StoreErrorCode/unreadableRow``.
package struct UnreadableColumn: Error {
    /// The column.
    package let name: String

    /// Names a column.
    package init(name: String) { self.name = name }
}

/// Wall-clock times as they are saved: whole milliseconds since 1970.
package enum StoreTime {
    /// What is saved for a date; dates beyond the column are held at its ends.
    package static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    /// The date that was saved.
    package static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

/// A list of texts as one argument of a statement, for `IN (SELECT value FROM json_each(?))`: its text stays the same.
package enum StoreList {
    /// The list as a JSON array.
    package static func json(_ texts: some Collection<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(Array(texts)), as: UTF8.self)
    }
}
