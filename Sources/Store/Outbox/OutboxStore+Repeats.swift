public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// How long, in seconds, a device may repeat a reading that it does not know to be stored.
    public static let repeatLimit = 600.0

    /// The keys of the readings that a device may repeat now, by twin key.
    public func repeats(of device: String, at now: Date) async throws -> [String: String] {
        try await writer.read { database in
            // The upper bound keeps rows from lasting forever after the clock was set back.
            let rows = try database.rowsCached(
                sql: "SELECT twin_key, reading_key FROM device_repeats WHERE device = ? AND at BETWEEN ? AND ?",
                arguments: [
                    device, StoreTime.milliseconds(now.addingTimeInterval(-Self.repeatLimit)),
                    StoreTime.milliseconds(now.addingTimeInterval(Self.repeatLimit)),
                ]
            )
            let pairs = try rows.map { row in
                (try row.value("twin_key", as: String.self), try row.value("reading_key", as: String.self))
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// Clears a device's expected repeats: it knows that its readings are stored, so everything it now sends is new.
    public func forgetRepeats(of device: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM device_repeats WHERE device = ?", arguments: [device])
        }
    }
}

extension DeviceRepeat {
    /// Saves the readings that a device may repeat, and deletes expired ones.
    static func save(_ repeats: [DeviceRepeat], to database: Database, at: Date) throws {
        guard !repeats.isEmpty else { return }
        try database.executeCached(
            sql: "DELETE FROM device_repeats WHERE at < ?",
            arguments: [StoreTime.milliseconds(at.addingTimeInterval(-OutboxStore.repeatLimit))]
        )
        for entry in repeats {
            try database.executeCached(
                sql: "INSERT OR REPLACE INTO device_repeats (device, twin_key, reading_key, at) VALUES (?, ?, ?, ?)",
                arguments: [entry.device, entry.twinKey, entry.readingKey, StoreTime.milliseconds(at)]
            )
        }
    }
}

/// A reading that its device may repeat like a new one, because it has neither a time nor a number.
public struct DeviceRepeat: Sendable, Hashable {
    /// The device's UUID.
    public var device: String
    /// The key that equal bytes of the device share.
    public var twinKey: String
    /// The reading's key.
    public var readingKey: String

    /// Creates a row.
    public init(device: String, twinKey: String, readingKey: String) {
        self.device = device
        self.twinKey = twinKey
        self.readingKey = readingKey
    }
}
