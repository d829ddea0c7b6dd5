public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// How far a device's memory has been read; nil if unknown.
    public func progress(of device: String) async throws -> DeviceProgress? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT * FROM device_progress WHERE device = ?", arguments: [device])
                .map(DeviceProgress.init(row:))
        }
    }

    /// Deletes the progress of a device, so that its whole memory is read next time.
    public func forgetProgress(of device: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM device_progress WHERE device = ?", arguments: [device])
        }
    }
}

extension DeviceProgress {
    /// Saves the progress.
    func save(to database: Database) throws {
        try database.executeCached(
            sql: """
                INSERT OR REPLACE INTO device_progress
                    (device, first_sequence, last_sequence, last_checksum, completed_at) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                device, Int(firstSequence), Int(lastSequence), lastChecksum,
                completedAt.map(StoreTime.milliseconds),
            ]
        )
    }

    /// Reads a row of `device_progress`.
    init(row: Row) throws {
        device = try row.value("device")
        firstSequence = UInt16(clamping: try row.value("first_sequence", as: Int.self))
        lastSequence = UInt16(clamping: try row.value("last_sequence", as: Int.self))
        lastChecksum = try row.value("last_checksum")
        completedAt = try row.optional("completed_at").map(StoreTime.date)
    }
}

/// How far a device's memory of numbered records has been read.
public struct DeviceProgress: Sendable, Hashable {
    /// The device's UUID.
    public var device: String
    /// The lowest number of the unbroken run that is stored.
    public var firstSequence: UInt16
    /// The highest number of the run.
    public var lastSequence: UInt16
    /// A checksum of the record with the highest number.
    ///
    /// If the memory has another record there, the device has restarted its numbering.
    public var lastChecksum: Int64
    /// When the memory was last read to its end; nil if the run's beginning was never compared with the memory's.
    public var completedAt: Date?

    /// Creates a mark.
    public init(
        device: String,
        firstSequence: UInt16,
        lastSequence: UInt16,
        lastChecksum: Int64,
        completedAt: Date?
    ) {
        self.device = device
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.lastChecksum = lastChecksum
        self.completedAt = completedAt
    }
}
