public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// The newest time of the store: what a clock that was not set back cannot be behind.
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

    /// Notes a span of time that the clock passed twice.
    public func noteClockStep(_ span: ClosedRange<Date>, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "INSERT INTO clock_steps (low, high) VALUES (?, ?)",
                arguments: [StoreTime.milliseconds(span.lowerBound), StoreTime.milliseconds(span.upperBound)]
            )
        }
    }

    /// The spans of time that the clock passed twice, the latest 256.
    public func clockSteps() async throws -> [ClosedRange<Date>] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT low, high FROM clock_steps ORDER BY id DESC LIMIT 256").map { row in
                let (low, high): (Int64, Int64) = (try row.value("low"), try row.value("high"))
                return StoreTime.date(min(low, high))...StoreTime.date(max(low, high))
            }
        }
    }
}
