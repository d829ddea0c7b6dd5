package import GRDB

extension Row {
    /// A column's value.
    ///
    /// GRDB's own subscripts trap on a value of another kind, so they are not used.
    ///
    /// - Throws: ``StoreError`` with ``StoreErrorCode/unreadableRow``; the path is filled in by the caller's access.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        guard let stored = self[column] as (any DatabaseValueConvertible)?,
            let value = Value.fromDatabaseValue(stored.databaseValue)
        else { throw UnreadableColumn(name: column) }
        return value
    }

    /// A column's value, or nil for NULL.
    package func optional<Value: DatabaseValueConvertible>(
        _ column: String,
        as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let stored = self[column] as (any DatabaseValueConvertible)?, !stored.databaseValue.isNull else {
            return nil
        }
        guard let value = Value.fromDatabaseValue(stored.databaseValue) else { throw UnreadableColumn(name: column) }
        return value
    }
}
