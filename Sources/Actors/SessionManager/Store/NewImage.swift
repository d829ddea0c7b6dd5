/// An image whose file is safe on disk.
public struct NewImage: Sendable, Hashable {
    /// Its own id, by record and content.
    public var id: String
    /// The record.
    public var recordLogID: String
    /// The SHA-256 of the file as it came.
    public var sourceSHA256: String
    /// The SHA-256 of the image without metadata: its file's name.
    public var sha256: String
    /// The media type.
    public var contentType: String
    /// The size without metadata, in bytes.
    public var size: Int

    /// Makes an image.
    public init(id: String, recordLogID: String, sourceSHA256: String, sha256: String, contentType: String, size: Int) {
        self.id = id
        self.recordLogID = recordLogID
        self.sourceSHA256 = sourceSHA256
        self.sha256 = sha256
        self.contentType = contentType
        self.size = size
    }
}
