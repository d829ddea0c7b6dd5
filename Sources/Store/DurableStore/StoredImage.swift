/// An image of a record, as it is saved; its bytes are a file.
public struct StoredImage: Sendable, Hashable, Identifiable {
    /// Where it stands.
    public enum State: String, Sendable, Hashable {
        /// Its record is not at the destination yet.
        case waiting
        /// It stands in the queue.
        case queued
        /// The destination has it; the file is gone.
        case submitted
        /// It is not tried again by itself; the file is gone.
        case failed
    }

    /// Its own id, by record and content.
    public let id: String
    /// The record.
    public let recordLogID: String
    /// The SHA-256 of the file as it came.
    public let sourceSHA256: String
    /// The SHA-256 of the image without metadata: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size without metadata, in bytes.
    public let size: Int
    /// Whose credentials deliver it.
    public let sessionID: String
    /// Whom the record measures.
    public let seat: String
    /// Where the reading was made.
    public let hub: String
    /// Where it stands.
    public internal(set) var state: State
    /// The destination's id of it.
    public internal(set) var mediaID: String?
    /// Where the destination shows it.
    public internal(set) var mediaURL: String?
    /// The greatest fence of its grants so far, while it does not stand in the queue.
    var lastFence: Int64 = 0
}
