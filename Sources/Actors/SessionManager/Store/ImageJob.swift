internal import GRDB
internal import StoreEngine

/// What a worker needs of the image that a row of the queue delivers.
public struct ImageJob: Sendable, Hashable {
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

extension ImageJob {
    /// Loads the job of an image; nil where there is no such image.
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
