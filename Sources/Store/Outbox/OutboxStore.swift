internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// A producer's durable memory: raw frames before decoding, and readings until the session manager has them.
///
/// Each call is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct OutboxStore: Sendable {
    package let writer: GroupCommitWriter

    /// Creates the outbox of an open file that has its tables.
    package init(writer: GroupCommitWriter) { self.writer = writer }

    /// Opens or makes the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> OutboxStore {
        OutboxStore(writer: try await StoreFile.open(configuration, kind: .outbox))
    }

    // MARK: Frames

    /// Saves bytes from a device and returns their row's number.
    public func saveFrame(
        device: String,
        link: Int64? = nil,
        characteristic: String,
        bytes: Data,
        at: Date
    ) async throws -> Int64 {
        let frame = NewFrame(characteristic: characteristic, bytes: bytes, receivedAt: at)
        return try await writer.write { try frame.save(to: $0, device: device, link: link) }
    }

    /// Frames not marked as decoded, oldest first; after a crash they are decoded again.
    public func undecodedFrames(limit: Int) async throws -> [StoredFrame] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM raw_frames WHERE decoded = 0 ORDER BY id LIMIT ?",
                arguments: [limit]
            ).map(StoredFrame.init(row:))
        }
    }

    /// Saves readings and marks the frames they came from as decoded.
    ///
    /// A known key and revision changes nothing; a newer revision replaces the older one.
    ///
    /// - Parameters:
    ///   - frames: The frames' numbers, including frames without a reading.
    ///   - readings: The readings.
    ///   - progress: How far the device's memory has been read with these readings; nil if that does not change.
    ///   - repeats: The readings that the device may repeat, until ``forgetRepeats(of:)``.
    ///   - at: The wall clock.
    /// - Returns: How many readings were new or newer.
    @discardableResult
    public func commitReadings(
        frames: [Int64],
        readings: [OutboxReading],
        progress: DeviceProgress? = nil,
        repeats: [DeviceRepeat] = [],
        at: Date
    ) async throws -> Int {
        try await writer.write { database in
            let changed = try OutboxReading.save(readings, to: database, at: at)
            for frame in frames {
                try database.executeCached(sql: "UPDATE raw_frames SET decoded = 1 WHERE id = ?", arguments: [frame])
            }
            try progress?.save(to: database)
            try DeviceRepeat.save(repeats, to: database, at: at)
            return changed
        }
    }

    /// Deletes decoded frames that arrived before a date, and links that lose their last frame.
    ///
    /// - Returns: How many frames were deleted.
    @discardableResult
    public func deleteDecodedFrames(before: Date) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: "DELETE FROM raw_frames WHERE decoded = 1 AND received_at < ?",
                arguments: [StoreTime.milliseconds(before)]
            )
            let deleted = database.changesCount
            try StoredLink.deleteLeftOver(from: database)
            return deleted
        }
    }
}

extension OutboxStore {
    /// The store's health.
    ///
    /// It is cheap, because it reads no file.
    public var health: StoreHealth {
        get async { await writer.health }
    }

    /// Commits one small row to see whether writes work, and returns the health after it.
    ///
    /// After a failure the store becomes writable again by this or any other successful write.
    public func probe(at: Date) async -> StoreHealth {
        await writer.probe(at: at)
    }

    /// Finishes the accepted writes and closes the file.
    public func close() async throws {
        try await writer.close()
    }
}
