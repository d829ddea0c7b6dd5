internal import GRDB
internal import StoreEngine

/// An image to be saved; its file is safe on disk.
public struct NewImage: Sendable, Hashable {
    /// Its own id, made from record and content.
    public var id: String
    /// The record.
    public var recordLogID: String
    /// The SHA-256 of the file as received.
    public var sourceSHA256: String
    /// The SHA-256 of the image without metadata: its file's name.
    public var sha256: String
    /// The media type.
    public var contentType: String
    /// The size without metadata, in bytes.
    public var size: Int
    /// The destinations that take images.
    public var destinations: Set<String>

    /// Creates an image.
    public init(
        id: String,
        recordLogID: String,
        sourceSHA256: String,
        sha256: String,
        contentType: String,
        size: Int,
        destinations: Set<String> = ["inform", "legacy"]
    ) {
        self.destinations = destinations
        self.id = id
        self.recordLogID = recordLogID
        self.sourceSHA256 = sourceSHA256
        self.sha256 = sha256
        self.contentType = contentType
        self.size = size
    }
}

/// Whether a record may be given an image now.
public enum ImageVerdict: Sendable, Hashable {
    /// It may, or the image exists already.
    case taken
    /// There is no such record.
    case noRecord
    /// The record was deleted, or will be.
    case recordDeleted
    /// The destination refused the record.
    case recordRejected
    /// The record's session has ended, so its images are not delivered.
    case sessionEnded
    /// The record already has the most images allowed.
    case tooMany
    /// The record's first destination takes no images.
    case notThere
}

/// What a worker needs to deliver an image.
public struct ImageJob: Sendable, Hashable {
    /// The record.
    public let recordLogID: String
    /// The destination's id for the record, if known when the image was queued.
    public let recordID: String?
    /// The SHA-256 of the image: its file's name.
    public let sha256: String
    /// The media type.
    public let contentType: String
    /// The size in bytes.
    public let size: Int
}

extension ImageJob {
    /// Loads the job of an image; nil if there is no such image.
    static func fetch(_ database: Database, image id: String) throws -> ImageJob? {
        try StoredImage.fetch(database, id: id).map { image in
            ImageJob(
                recordLogID: image.recordLogID,
                recordID: image.recordID,
                sha256: image.sha256,
                contentType: image.contentType,
                size: image.size
            )
        }
    }
}
