internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The picture of a held reading; its bytes are a file.
public struct HeldPicture: Sendable, Hashable {
    /// The reading.
    public let readingKey: String
    /// The SHA-256 of the file as received.
    public let sourceSHA256: String
    /// The SHA-256 of the picture without metadata: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size without metadata, in bytes.
    public let size: Int

    /// Creates a picture.
    public init(readingKey: String, sourceSHA256: String, sha256: String, contentType: String, size: Int) {
        self.readingKey = readingKey
        self.sourceSHA256 = sourceSHA256
        self.sha256 = sha256
        self.contentType = contentType
        self.size = size
    }
}

extension HeldPicture {
    /// Reads a row of `held_pictures`.
    init(row: Row) throws {
        readingKey = try row.value("reading_key")
        sourceSHA256 = try row.value("source_sha256")
        sha256 = try row.value("sha256")
        contentType = try row.value("content_type")
        size = try row.value("size")
    }

    /// Loads a reading's picture; nil if it has none.
    static func fetch(_ database: Database, readingKey: String) throws -> HeldPicture? {
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
