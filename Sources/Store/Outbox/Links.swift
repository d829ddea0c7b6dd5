public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// One connection to a device: what its frames need to be decoded, whenever that is.
///
/// A link is open until it is over and all its frames are decoded. Its row goes with the last of its frames.
public struct StoredLink: Sendable, Hashable, Identifiable {
    /// The row's number, which the link's frames name.
    public let id: Int64
    /// The device's UUID.
    public let device: String
    /// What is known of the device, as the reader wrote it.
    public let context: Data
}

extension StoredLink {
    /// Reads a row of `links`.
    init(row: Row) throws {
        id = try row.value("id")
        device = try row.value("device")
        context = try row.value("context")
    }

    /// In a statement on `links`: no frame names the row.
    fileprivate static let isEmpty = "NOT EXISTS (SELECT 1 FROM raw_frames WHERE link = links.id)"
    /// An open link may be under way: its next frame would name a row that is gone.
    fileprivate static let isLeftOver = "settled = 1 AND \(isEmpty)"

    /// Deletes the links that had only frames that are gone.
    static func deleteLeftOver(from database: Database) throws {
        try database.executeCached(sql: "DELETE FROM links WHERE \(isLeftOver)")
    }

    /// Deletes a device's links that had only frames that are gone.
    static func deleteLeftOver(of device: String, from database: Database) throws {
        try database.executeCached(sql: "DELETE FROM links WHERE device = ? AND \(isLeftOver)", arguments: [device])
    }

    /// Deletes a device's links without frames, open ones too: none may be under way.
    static func deleteEmpty(of device: String, from database: Database) throws {
        try database.executeCached(sql: "DELETE FROM links WHERE device = ? AND \(isEmpty)", arguments: [device])
    }
}

extension OutboxStore {
    /// The links of its frames.
    public var links: OutboxLinks { OutboxLinks(writer: writer) }
}

/// The links of an outbox; each call is one transaction, as in ``OutboxStore``.
public struct OutboxLinks: Sendable {
    let writer: GroupCommitWriter

    /// Saves what is known of a device before anything comes over its link, and returns the row's number.
    public func begin(device: String, context: Data, at: Date) async throws -> Int64 {
        try await writer.write { database in
            try database.executeCached(
                sql: "INSERT INTO links (device, context, began_at) VALUES (?, ?, ?)",
                arguments: [device, context, StoreTime.milliseconds(at)]
            )
            return database.lastInsertedRowID
        }
    }

    /// The links that are open, or have frames that are not decoded, oldest first.
    public func open() async throws -> [StoredLink] {
        try await writer.read { database in
            try database.rowsCached(
                sql: """
                    SELECT * FROM links
                    WHERE settled = 0 OR id IN (SELECT link FROM raw_frames WHERE decoded = 0) ORDER BY id
                    """
            ).map(StoredLink.init(row:))
        }
    }

    /// All links of a device, oldest first.
    public func all(of device: String) async throws -> [StoredLink] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM links WHERE device = ? ORDER BY id", arguments: [device])
                .map(StoredLink.init(row:))
        }
    }

    /// Settles links that are over: one without frames goes, one with a frame that is not decoded stays open.
    public func settle(_ links: [Int64]) async throws {
        guard !links.isEmpty else { return }
        try await writer.write { database in
            for link in links {
                try database.executeCached(
                    sql: """
                        UPDATE links SET settled = 1
                        WHERE id = ? AND NOT EXISTS (SELECT 1 FROM raw_frames WHERE link = links.id AND decoded = 0)
                        """,
                    arguments: [link]
                )
                try database.executeCached(
                    sql: "DELETE FROM links WHERE id = ? AND \(StoredLink.isLeftOver)",
                    arguments: [link]
                )
            }
        }
    }
}
