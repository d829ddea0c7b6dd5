internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension HeldTable {
    /// Saves the picture of a reading that is or will be held; its file must be safe on disk, and stay until this
    /// returns.
    ///
    /// The first picture stays. A decided reading needs none.
    ///
    /// - Returns: Whether the reading has a picture now.
    @discardableResult
    public func keepPicture(_ picture: HeldPicture, at: Date) async throws -> Bool {
        try await writer.write { database in
            guard try GivenKey.fetch(database, readingKey: picture.readingKey) == nil else { return false }
            try picture.save(database, at: at)
            return true
        }
    }

    /// Whether a reading is still undecided or has not arrived yet.
    public func isUndecided(_ readingKey: String) async throws -> Bool {
        try await writer.read { try GivenKey.fetch($0, readingKey: readingKey) == nil }
    }

    /// A reading's picture.
    public func picture(_ readingKey: String) async throws -> HeldPicture? {
        try await writer.read { try HeldPicture.fetch($0, readingKey: readingKey) }
    }

    /// The pictures of readings, by key.
    public func pictures(_ readingKeys: [String]) async throws -> [String: HeldPicture] {
        try await writer.read { database in
            var found: [String: HeldPicture] = [:]
            for key in readingKeys { found[key] = try HeldPicture.fetch(database, readingKey: key) }
            return found
        }
    }

    /// Deletes a reading's picture.
    ///
    /// - Returns: Whether it had one.
    public func dropPicture(_ readingKey: String) async throws -> Bool {
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
            try StoredImage.fetchAll(
                $0,
                condition: "WHERE record_log_id = ? ORDER BY created_at, id LIMIT 1",
                arguments: [logID]
            ).first
        }
    }
}
