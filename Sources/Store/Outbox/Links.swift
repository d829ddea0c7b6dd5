public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// One connection to a device, with the context that its frames need for decoding at any later time.
///
/// A link is open until the connection has ended and all its frames are decoded. Its row is deleted with the last of
/// its frames.
public struct StoredLink: Sendable, Hashable, Identifiable {
    /// The row's number, which the link's frames name.
    public let id: Int64
    /// The device's UUID.
    public let device: String
    /// The context of the device, as the reader wrote it.
    public let context: Data
}

extension StoredLink {
    /// Reads a row of `links`.
    init(row: Row) throws {
        id = try row.value("id")
        device = try row.value("device")
        context = try row.value("context")
    }

    /// A condition on `links`: no frame refers to the row.
    fileprivate static let isEmpty = "NOT EXISTS (SELECT 1 FROM raw_frames WHERE link = links.id)"
    /// Only settled links qualify: the next frame of an active link would refer to a deleted row.
    fileprivate static let isLeftOver = "settled = 1 AND \(isEmpty)"

    /// Deletes settled links that have no frames left.
    static func deleteLeftOver(from database: Database) throws {
        try database.executeCached(sql: "DELETE FROM links WHERE \(isLeftOver)")
    }

    /// Deletes a device's settled links that have no frames left.
    static func deleteLeftOver(of device: String, from database: Database) throws {
        try database.executeCached(sql: "DELETE FROM links WHERE device = ? AND \(isLeftOver)", arguments: [device])
    }

    /// Deletes a device's links without frames, including open ones; none may be active.
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

    /// Saves a device's context before frames come over its link, and returns the row's number.
    public func begin(device: String, context: Data, at: Date) async throws -> Int64 {
        try await writer.write { database in
            try database.executeCached(
                sql: "INSERT INTO links (device, context, began_at) VALUES (?, ?, ?)",
                arguments: [device, context, StoreTime.milliseconds(at)]
            )
            return database.lastInsertedRowID
        }
    }

    /// The links that are open or have undecoded frames, oldest first.
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

    /// Settles links that have ended: a link without frames is deleted, and a link with an undecoded frame stays open.
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
