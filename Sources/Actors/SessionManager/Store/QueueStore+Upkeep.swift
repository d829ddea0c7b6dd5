public import FoundationEssentials
internal import GRDB
public import StoreEngine

extension QueueStore {
    /// The store's health.
    ///
    /// It is cheap, because it reads no file.
    public var health: StoreHealth {
        get async { await writer.health }
    }

    /// Registers a callback for each row that could not be read, including earlier ones.
    public func onMended(_ tell: @escaping @Sendable (MendedRow) -> Void) async { await writer.onMended(tell) }

    /// Finishes the accepted writes and closes the file.
    public func close() async throws {
        // Their connections must close before the store's own, because only the last one to close removes the log.
        await snapshots.closeAll()
        try await writer.close()
    }
}

extension QueueStore {
    /// The newest time in the store; only a clock that was set back can be behind it.
    public func newestTime() async throws -> Date? {
        try await writer.read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(time) FROM (
                        SELECT max(started_at) AS time FROM sessions
                        UNION ALL SELECT max(ended_at) FROM sessions
                        UNION ALL SELECT time FROM (SELECT time FROM notifications ORDER BY cursor DESC LIMIT 1)
                        UNION ALL SELECT changed_at FROM (SELECT changed_at FROM queue ORDER BY id DESC LIMIT 1)
                        UNION ALL SELECT max(high) FROM clock_steps)
                    """
            ).map(StoreTime.date)
        }
    }

    /// Saves a span of time that the clock passed twice.
    public func noteClockStep(_ span: ClosedRange<Date>, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "INSERT INTO clock_steps (low, high) VALUES (?, ?)",
                arguments: [StoreTime.milliseconds(span.lowerBound), StoreTime.milliseconds(span.upperBound)]
            )
        }
    }

    /// The latest 256 spans of time that the clock passed twice, in the order in which they were noted.
    public func clockSteps() async throws -> [ClosedRange<Date>] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT low, high FROM clock_steps ORDER BY id DESC LIMIT 256").reversed().map
            {
                row in
                let (low, high): (Int64, Int64) = (try row.value("low"), try row.value("high"))
                return StoreTime.date(min(low, high))...StoreTime.date(max(low, high))
            }
        }
    }
}

extension QueueStore {
    /// A setting by name; nil if it was never saved.
    public func setting(_ name: String) async throws -> Data? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT value FROM settings WHERE name = ?", arguments: [name])
                .map { try $0.value("value") }
        }
    }

    /// Saves a setting.
    public func set(_ value: Data, for name: String, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
                arguments: [name, value]
            )
        }
    }
}
