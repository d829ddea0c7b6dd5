public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// How long a device may send again what it could not know to be kept.
    public static let repeatLimit = 600.0

    /// The keys of what a device may send again now, by their twin keys.
    public func repeats(of device: String, at now: Date) async throws -> [String: String] {
        try await writer.read { database in
            // Also a clock that was set back must not keep a row for ever.
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

    /// A device knows that all it sent is kept: what it sends from now on is new.
    public func forgetRepeats(of device: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM device_repeats WHERE device = ?", arguments: [device])
        }
    }
}

extension DeviceRepeat {
    /// Saves what a device may send again, and forgets what it may not any more.
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

/// A reading that its device may send again as if it were a new one: it has neither a time nor a number.
public struct DeviceRepeat: Sendable, Hashable {
    /// The device's UUID.
    public var device: String
    /// What equal bytes of the device have in common.
    public var twinKey: String
    /// The reading's key.
    public var readingKey: String

    /// Makes a row.
    public init(device: String, twinKey: String, readingKey: String) {
        self.device = device
        self.twinKey = twinKey
        self.readingKey = readingKey
    }
}
