public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension ImportStore {
    /// How long daily data is kept after the last input for that day, in seconds.
    ///
    /// Inputs that arrive after more than two months are backlogs, which contain complete days.
    public static let keptFor: TimeInterval = 62 * 86_400
    /// The limit of daily data per person, in bytes: some years of minute values.
    public static let mostKeptBytes = 64 << 20

    /// The daily data of a person between two days, inclusive, in the order of days.
    public func kept(_ days: ClosedRange<Int>, person: Int64) async throws -> [KeptContent] {
        try await writer.read { database in
            try database.rowsCached(
                sql: """
                    SELECT day, type, source, content FROM kept WHERE person = ? AND day BETWEEN ? AND ?
                    ORDER BY day, type, source
                    """,
                arguments: [person, days.lowerBound, days.upperBound]
            ).map {
                KeptContent(
                    day: try $0.value("day"),
                    type: try $0.value("type"),
                    source: try $0.value("source"),
                    content: try $0.value("content")
                )
            }
        }
    }

    /// Stores daily data, replacing that of the same days, types and sources.
    public func keep(_ rows: [KeptContent], person: Int64, at: Date) async throws {
        try await writer.write { database in
            for row in rows {
                try database.executeCached(
                    sql: """
                        INSERT INTO kept (person, day, type, source, size, kept_at, content)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (person, day, type, source) DO UPDATE SET
                            size = excluded.size, kept_at = excluded.kept_at, content = excluded.content
                        """,
                    arguments: [
                        person, row.day, row.type, row.source, row.content.count, StoreTime.milliseconds(at),
                        row.content,
                    ]
                )
            }
        }
    }

    /// Deletes expired daily data, and each person's oldest data beyond the limit.
    public func pruneKept(
        now: Date,
        keptFor: TimeInterval = keptFor,
        mostBytes: Int = mostKeptBytes
    ) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "DELETE FROM kept WHERE kept_at < ?",
                arguments: [StoreTime.milliseconds(now.addingTimeInterval(-keptFor))]
            )
            try database.executeCached(
                sql: """
                    DELETE FROM kept WHERE id IN (
                        SELECT id FROM (
                            SELECT id, sum(size) OVER (PARTITION BY person ORDER BY kept_at DESC, id DESC) AS total
                            FROM kept
                        ) WHERE total > ?
                    )
                    """,
                arguments: [mostBytes]
            )
        }
    }

    // MARK: Zones

    /// The time zone that a person's inputs named last, by its name in the tz database.
    public func zone(person: Int64) async throws -> String? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT zone FROM people WHERE id = ?", arguments: [person])?
                .optional("zone")
        }
    }

    /// Stores the time zone that a person's input names.
    public func setZone(_ zone: String, person: Int64) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "UPDATE people SET zone = ? WHERE id = ? AND zone IS NOT ?",
                arguments: [zone, person, zone]
            )
        }
    }
}

/// The stored data of one type, source and day of a person.
public struct KeptContent: Sendable, Hashable {
    /// Days since 1970.
    public let day: Int
    /// The type.
    public let type: String
    /// The source.
    public let source: String
    /// The encoded samples.
    public let content: Data

    /// Creates stored data.
    public init(day: Int, type: String, source: String, content: Data) {
        self.day = day
        self.type = type
        self.source = source
        self.content = content
    }
}
