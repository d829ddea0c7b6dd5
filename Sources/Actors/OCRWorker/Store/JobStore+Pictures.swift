public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension JobStore {
    /// Stores a picture, whose file must be flushed to disk and must stay until this returns.
    public func keep(_ picture: KeptPicture, at: Date) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO pictures (sha256, file, size, content_type, used_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (sha256) DO UPDATE SET used_at = excluded.used_at
                    """,
                arguments: [
                    picture.sha256, picture.file, picture.size, picture.contentType, StoreTime.milliseconds(at),
                ]
            )
        }
    }

    /// A picture by its name.
    public func picture(_ sha256: String) async throws -> KeptPicture? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT * FROM pictures WHERE sha256 = ?", arguments: [sha256]).map { row in
                KeptPicture(
                    sha256: try row.value("sha256"),
                    file: try row.value("file"),
                    size: try row.value("size"),
                    contentType: try row.value("content_type")
                )
            }
        }
    }

    /// The size of all pictures, in bytes.
    public func pictureBytes() async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT sum(size) FROM pictures") ?? 0 }
    }

    /// The names of the files still needed.
    public func neededFiles() async throws -> Set<String> {
        try await writer.read { Set(try String.fetchAll($0, sql: "SELECT file FROM pictures")) }
    }
}

/// A picture submitted for reading, whose bytes are in a file.
public struct KeptPicture: Sendable, Hashable {
    /// The SHA-256 of the original file, by which clients refer to the picture.
    public let sha256: String
    /// The SHA-256 of the picture without metadata, which is its file's name.
    public let file: String
    /// The size without metadata, in bytes.
    public let size: Int
    /// The media type.
    public let contentType: String

    /// Creates a picture.
    public init(sha256: String, file: String, size: Int, contentType: String) {
        self.sha256 = sha256
        self.file = file
        self.size = size
        self.contentType = contentType
    }
}
