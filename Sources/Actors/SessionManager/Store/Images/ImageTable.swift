internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Images of records; their bytes are files.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct ImageTable: QueueTable {
    let base: QueueBase

    /// An image of a record by the hash of the file that was sent, or by its own id.
    public func image(record logID: String, source: String) async throws -> StoredImage? {
        try await writer.read {
            try StoredImage.fetchAll(
                $0,
                condition: "WHERE record_log_id = ? AND source_sha256 = ? AND delivery IS NULL",
                arguments: [logID, source]
            ).first
        }
    }

    /// Whether a record may be given an image now.
    ///
    /// - Parameter destinations: The destinations that take images.
    public func verdict(record logID: String, destinations: Set<String>, at: Date) async throws -> ImageVerdict {
        try await transaction(at: at) { try $0.images.imageVerdict(record: logID, destinations: destinations) }
    }

    /// Saves an image; its file must be safe on disk, and stay until this returns.
    ///
    /// A repeat changes nothing; a failed image is tried again.
    public func accept(_ image: NewImage, at: Date) async throws -> ImageVerdict {
        try await transaction(at: at) { try $0.images.accept(image) }
    }

    /// The image that a worker holds under a lease.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - fence: The lease's number.
    /// - Returns: Nil if there is no such lease.
    public func leased(id: String, fence: Int64) async throws -> StoredImage? {
        try await writer.read { database in
            guard try StoredRecord.fetch(database, logID: id)?.entry.lease?.fence == fence else { return nil }
            return try StoredImage.fetch(database, id: id)
        }
    }

    /// The hashes of the needed files, both of images and of held readings' pictures.
    public func needed() async throws -> Set<String> {
        try await writer.read {
            Set(
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT sha256 FROM images WHERE state IN ('waiting', 'queued')
                        UNION SELECT sha256 FROM held_pictures
                        """
                )
            )
        }
    }

    /// The total bytes of waiting images and held readings' pictures.
    public func byteCount() async throws -> Int {
        try await writer.read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT coalesce((SELECT sum(size) FROM images WHERE state IN ('waiting', 'queued')), 0)
                        + coalesce((SELECT sum(size) FROM held_pictures), 0)
                    """
            ) ?? 0
        }
    }

    /// Gives up the images whose file is missing.
    ///
    /// - Returns: How many were given up.
    @discardableResult
    public func lose(sha256: String, at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            let lost = try StoredImage.fetchAll(
                step.database,
                condition: "WHERE sha256 = ? AND state IN ('waiting', 'queued')",
                arguments: [sha256]
            )
            let error = DeliveryError(
                code: "imageMissing",
                message: "the image's file is gone or damaged; send it again"
            )
            for image in lost { try step.images.fail(image, error: error) }
            try step.database.executeCached(
                sql: "DELETE FROM held_pictures WHERE sha256 = ?",
                arguments: [sha256]
            )
            return lost.count + step.database.changesCount
        }
    }
}
