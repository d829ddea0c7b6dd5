/// A picture that was handed over to be read; its bytes are a file.
public struct KeptPicture: Sendable, Hashable {
    /// The SHA-256 of the file as it came: what it is called by whoever handed it over.
    public let sha256: String
    /// The SHA-256 of the picture without metadata: its file's name.
    public let file: String
    /// The size without metadata, in bytes.
    public let size: Int
    /// The media type.
    public let contentType: String

    /// Makes a picture.
    public init(sha256: String, file: String, size: Int, contentType: String) {
        self.sha256 = sha256
        self.file = file
        self.size = size
        self.contentType = contentType
    }
}
