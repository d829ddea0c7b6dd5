public import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// All frames of a device, decoded or not, oldest first.
    public func frames(of device: String) async throws -> [StoredFrame] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM raw_frames WHERE device = ? ORDER BY id",
                arguments: [device]
            ).map(StoredFrame.init(row:))
        }
    }

    /// A seat's readings that wait or are kept after the handover, oldest first, including unreadable ones that mention
    /// the seat.
    public func rows(ofSeat seat: String) async throws -> [OutboxRow] {
        try await rows("seat", name: seat, mention: "\"\(seat)\"")
    }

    /// A device's readings that wait or are kept after the handover, oldest first, including unreadable ones that
    /// mention the device.
    public func rows(ofDevice device: String) async throws -> [OutboxRow] {
        try await rows("device", name: device, mention: device)
    }

    private func rows(_ column: String, name: String, mention: String) async throws -> [OutboxRow] {
        try await writer.read { database in
            try database.rowsCached(
                sql: """
                    SELECT * FROM outbox WHERE \(column) = ?1 OR (unnamed = 1 AND instr(payload, ?2) > 0)
                    UNION ALL
                    SELECT id, reading_key, revision, payload, created_at, 0, NULL, seat, device, unnamed, NULL
                        FROM handed_over WHERE \(column) = ?1 OR (unnamed = 1 AND instr(payload, ?2) > 0)
                    ORDER BY id
                    """,
                arguments: [name, Data(mention.utf8)]
            ).map(OutboxRow.init(row:))
        }
    }

    /// Deletes frames and readings permanently.
    ///
    /// The pages are overwritten, and the write-ahead log, which still has recent commits, is emptied.
    ///
    /// A newer revision of a reading than the named one stays.
    ///
    /// - Parameter device: The device whose links without remaining frames are deleted; none may be active.
    /// - Returns: How many readings were still there.
    /// - Throws: ``StoreErrorCode/locked`` when all is deleted but a reader keeps the log from being emptied; a repeat
    ///   empties it.
    public func erase(frames: [Int64], readings: [OutboxItem], device: String? = nil) async throws -> Int {
        try await writer.write { database in
            for frame in frames {
                try database.executeCached(sql: "DELETE FROM raw_frames WHERE id = ?", arguments: [frame])
            }
            for reading in readings {
                try database.executeCached(
                    sql: "DELETE FROM handed_over WHERE reading_key = ? AND revision <= ?",
                    arguments: [reading.readingKey, reading.revision]
                )
            }
            if let device { try StoredLink.deleteEmpty(of: device, from: database) }
        }
        let erased = try await remove(readings)
        try await writer.emptyLog()
        return erased
    }
}
