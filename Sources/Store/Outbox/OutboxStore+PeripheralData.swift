public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// Stores data of a device, replacing the earlier data of that kind.
    ///
    /// - Parameters:
    ///   - kind: The kind of data, for example `encryptionKey`.
    ///   - userIndex: The device's own user that the data belongs to; nil for the device's own data.
    ///   - content: The bytes; secrets must be sealed.
    public func storePeripheralData(
        device: String,
        kind: String,
        userIndex: Int? = nil,
        content: Data,
        at: Date
    ) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO peripheral_data (device, kind, user_index, content, changed_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (device, kind, user_index) DO UPDATE SET
                        content = excluded.content, changed_at = excluded.changed_at
                    """,
                arguments: [device, kind, userIndex ?? -1, content, StoreTime.milliseconds(at)]
            )
        }
    }

    /// One kind of a device's data, or nil.
    public func peripheralData(device: String, kind: String, userIndex: Int? = nil) async throws -> Data? {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT content FROM peripheral_data WHERE device = ? AND kind = ? AND user_index = ?",
                arguments: [device, kind, userIndex ?? -1]
            ).first.map { try $0.value("content") }
        }
    }

    /// All data of one kind, oldest first.
    public func peripheralData(kind: String) async throws -> [StoredPeripheralData] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM peripheral_data WHERE kind = ? ORDER BY changed_at, device, user_index",
                arguments: [kind]
            ).map(StoredPeripheralData.init(row:))
        }
    }

    /// Erases a device's data permanently: all of it, one kind, or one kind of one of the device's users.
    ///
    /// - Returns: How many parts were erased.
    /// - Throws: ``StoreErrorCode/locked`` when all is deleted, but the log could not be emptied.
    @discardableResult
    public func erasePeripheralData(device: String, kind: String? = nil, userIndex: Int? = nil) async throws -> Int {
        let erased = try await writer.write { database in
            try database.executeCached(
                sql: """
                    DELETE FROM peripheral_data
                    WHERE device = ? AND (? IS NULL OR kind = ?) AND (? IS NULL OR user_index = ?)
                    """,
                arguments: [device, kind, kind, userIndex, userIndex]
            )
            return database.changesCount
        }
        if erased > 0 { try await writer.emptyLog() }
        return erased
    }
}

/// Stored data of a device.
public struct StoredPeripheralData: Sendable, Hashable {
    /// The device.
    public let device: String
    /// The device's own user; nil for the device's own data.
    public let userIndex: Int?
    /// The bytes; secrets are sealed.
    public let content: Data

    init(row: Row) throws {
        device = try row.value("device")
        let index: Int = try row.value("user_index")
        userIndex = index < 0 ? nil : index
        content = try row.value("content")
    }
}
