/// What a row of the queue says of the image that it delivers.
public struct ImageJob: Codable, Sendable, Hashable {
    /// The record.
    public let recordLogID: String
    /// The destination's id of the record, where it was known when the image got its turn.
    public let recordID: String?
    /// The SHA-256 of the image: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size in bytes.
    public let size: Int
}
