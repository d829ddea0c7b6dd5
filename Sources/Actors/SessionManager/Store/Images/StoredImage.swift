internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A record's image as saved; its bytes are a file.
public struct StoredImage: Sendable, Hashable, Identifiable {
    /// Its state.
    public enum State: String, Sendable, Hashable {
        /// Its record is not at the destination yet.
        case waiting
        /// It is in the queue.
        case queued
        /// The destination has it; the file is gone.
        case submitted
        /// It is not retried automatically; the file is gone.
        case failed
    }

    /// Its own id, made from record and content.
    public let id: String
    /// The record.
    public let recordLogID: String
    /// The record's delivery that it follows, if that goes to a further destination.
    let delivery: String?
    /// The destination of the record.
    public let api: String
    /// The SHA-256 of the file as received.
    public let sourceSHA256: String
    /// The SHA-256 of the image without metadata: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size without metadata, in bytes.
    public let size: Int
    /// The session whose credentials deliver it.
    public let sessionID: String
    /// The seat of the record's person.
    public let seat: String
    /// The hub of the reading.
    public let hub: String
    /// Its state.
    public internal(set) var state: State
    /// The destination's id for it.
    public internal(set) var mediaID: String?
    /// The URL at which the destination shows it.
    public internal(set) var mediaURL: String?
    /// The highest fence of its grants so far, while it is not in the queue.
    var lastFence: Int64 = 0
    /// The destination's id for the record, if known when the image was queued.
    var recordID: String?
}

extension StoredImage {
    /// Reads a row of `images`.
    init(row: Row) throws {
        id = try row.value("id")
        recordLogID = try row.value("record_log_id")
        delivery = try row.optional("delivery")
        api = try row.optional("api") ?? ""
        sourceSHA256 = try row.value("source_sha256")
        sha256 = try row.value("sha256")
        contentType = try row.value("content_type")
        size = try row.value("size")
        sessionID = try row.value("session_id")
        seat = try row.value("seat")
        hub = try row.value("hub")
        guard let known = State(rawValue: try row.value("state")) else { throw UnreadableColumn(name: "state") }
        state = known
        mediaID = try row.optional("media_id")
        mediaURL = try row.optional("media_url")
        lastFence = try row.value("last_fence")
        recordID = try row.optional("record_id")
    }

    /// Loads the images that a condition selects.
    static func fetchAll(
        _ database: Database,
        condition: String,
        arguments: StatementArguments
    ) throws -> [StoredImage] {
        let api = "(SELECT api FROM sessions WHERE sessions.id = images.session_id) AS api"
        return try database.rowsCached(sql: "SELECT *, \(api) FROM images " + condition, arguments: arguments)
            .map(StoredImage.init(row:))
    }

    /// Loads one image by its id; nil if it does not exist.
    static func fetch(_ database: Database, id: String) throws -> StoredImage? {
        try fetchAll(database, condition: "WHERE id = ?", arguments: [id]).first
    }

    /// Saves a new or retried image.
    func save(_ database: Database, at: Date) throws {
        let now = StoreTime.milliseconds(at)
        try database.executeCached(
            sql: """
                INSERT INTO images (id, record_log_id, delivery, source_sha256, sha256, content_type, size, session_id, seat, hub,
                    state, media_id, media_url, last_fence, record_id, created_at, changed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET state = excluded.state, media_id = excluded.media_id,
                    media_url = excluded.media_url, last_fence = excluded.last_fence,
                    record_id = excluded.record_id, changed_at = excluded.changed_at,
                    session_id = excluded.session_id, created_at = CASE WHEN images.state = 'failed'
                        THEN excluded.created_at ELSE images.created_at END
                """,
            arguments: [
                id, recordLogID, delivery, sourceSHA256, sha256, contentType, size, sessionID, seat, hub,
                state.rawValue, mediaID, mediaURL, lastFence, recordID, now, now,
            ]
        )
    }
}
