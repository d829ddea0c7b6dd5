/// The picture of a reading that waits for a person; its bytes are a file.
public struct HeldPicture: Sendable, Hashable {
    /// The reading.
    public let readingKey: String
    /// The SHA-256 of the file as it came.
    public let sourceSHA256: String
    /// The SHA-256 of the picture without metadata: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size without metadata, in bytes.
    public let size: Int

    /// Makes a picture.
    public init(readingKey: String, sourceSHA256: String, sha256: String, contentType: String, size: Int) {
        self.readingKey = readingKey
        self.sourceSHA256 = sourceSHA256
        self.sha256 = sha256
        self.contentType = contentType
        self.size = size
    }
}
