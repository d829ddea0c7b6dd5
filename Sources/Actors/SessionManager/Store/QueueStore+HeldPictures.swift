internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// Keeps the picture of a reading that waits or is going to; its file must be safe on disk, and stay until this returns.
    ///
    /// The first one stays. A reading that is decided already needs none.
    ///
    /// - Returns: Whether the reading has a picture now.
    @discardableResult
    public func keepHeldPicture(_ picture: HeldPicture, at: Date) async throws -> Bool {
        try await writer.write { database in
            guard try GivenKey.fetch(database, picture.readingKey) == nil else { return false }
            try picture.save(database, at: at)
            return true
        }
    }

    /// Whether nobody has decided about a reading yet, or it has not come.
    public func isUndecided(_ readingKey: String) async throws -> Bool {
        try await writer.read { try GivenKey.fetch($0, readingKey) == nil }
    }

    /// A reading's picture.
    public func heldPicture(_ readingKey: String) async throws -> HeldPicture? {
        try await writer.read { try HeldPicture.fetch($0, readingKey) }
    }

    /// The pictures of readings, by key.
    public func heldPictures(_ readingKeys: [String]) async throws -> [String: HeldPicture] {
        try await writer.read { database in
            var found: [String: HeldPicture] = [:]
            for key in readingKeys { found[key] = try HeldPicture.fetch(database, key) }
            return found
        }
    }

    /// Forgets a reading's picture.
    ///
    /// - Returns: Whether it had one.
    public func dropHeldPicture(_ readingKey: String) async throws -> Bool {
        try await writer.write { database in
            try database.executeCached(
                sql: "DELETE FROM held_pictures WHERE reading_key = ?",
                arguments: [readingKey]
            )
            return database.changesCount > 0
        }
    }

    /// The image of a record that was added first; nil for a record without images.
    public func firstImage(record logID: String) async throws -> StoredImage? {
        try await writer.read {
            try StoredImage.fetchAll($0, "WHERE record_log_id = ? ORDER BY created_at, id LIMIT 1", [logID]).first
        }
    }
}

extension QueueTransaction {
    /// How long a picture may wait for its reading, in milliseconds: its producer sends both within moments, or again.
    private static let patience: Int64 = 86_400_000

    /// Makes a held reading's picture an image of its record: it goes to the destination after it.
    func attach(_ picture: HeldPicture, _ name: (_ logID: String, _ sha256: String) -> String) throws {
        guard let logID = try GivenKey.fetch(database, picture.readingKey)?.logID else { return }
        let image = NewImage(
            id: name(logID, picture.sha256),
            recordLogID: logID,
            sourceSHA256: picture.sourceSHA256,
            sha256: picture.sha256,
            contentType: picture.contentType,
            size: picture.size
        )
        // A record that takes no image, because its session has ended, has none.
        _ = try accept(image)
    }

    /// Forgets pictures that are past their time, and those whose reading never came.
    ///
    /// - Returns: How many they were.
    func expireHeldPictures(_ retention: QueueRetention, limit: Int) throws -> Int {
        let now = StoreTime.milliseconds(at)
        try database.executeCached(
            sql: """
                DELETE FROM held_pictures WHERE reading_key IN (SELECT reading_key FROM held_pictures
                    WHERE created_at < ?1 OR (created_at < ?2
                        AND NOT EXISTS (SELECT 1 FROM held WHERE held.reading_key = held_pictures.reading_key))
                    LIMIT ?3)
                """,
            arguments: [now - retention.heldPictures.wholeMilliseconds, now - Self.patience, limit]
        )
        return database.changesCount
    }
}
