internal import FoundationEssentials
internal import GRDB

extension HeldPicture {
    /// Reads a row of `held_pictures`.
    init(row: Row) throws {
        readingKey = try row.value("reading_key")
        sourceSHA256 = try row.value("source_sha256")
        sha256 = try row.value("sha256")
        contentType = try row.value("content_type")
        size = try row.value("size")
    }

    /// Loads a reading's picture; nil if there is none.
    static func fetch(_ database: Database, _ readingKey: String) throws -> HeldPicture? {
        try database.rowCached(sql: "SELECT * FROM held_pictures WHERE reading_key = ?", arguments: [readingKey])
            .map(HeldPicture.init(row:))
    }

    /// Saves it, unless the reading has one.
    func save(_ database: Database, at: Date) throws {
        try database.executeCached(
            sql: """
                INSERT OR IGNORE INTO held_pictures (reading_key, source_sha256, sha256, content_type, size, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [readingKey, sourceSHA256, sha256, contentType, size, StoreTime.milliseconds(at)]
        )
    }
}
