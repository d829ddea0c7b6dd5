public import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

extension OutboxStore {
    /// Notes that a device's clock is about to be set, and returns the row's number.
    ///
    /// Call it before the write, because records measured by the old clock always need its offset.
    ///
    /// - Parameter offsetBefore: The hub's clock minus the device's, in milliseconds.
    public func beginClockChange(device: String, offsetBefore: Int64, at: Date) async throws -> Int64 {
        try await writer.write { database in
            try database.executeCached(
                sql: "INSERT INTO device_clock (device, written_at, offset_before_ms) VALUES (?, ?, ?)",
                arguments: [device, StoreTime.milliseconds(at), offsetBefore]
            )
            return database.lastInsertedRowID
        }
    }

    /// Saves the offset of a device's clock after it was set.
    public func confirmClockChange(_ id: Int64, offsetAfter: Int64) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "UPDATE device_clock SET offset_after_ms = ? WHERE id = ?",
                arguments: [offsetAfter, id]
            )
        }
    }

    /// All settings of a device's clock, oldest first.
    public func clockChanges(of device: String) async throws -> [ClockChange] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM device_clock WHERE device = ? ORDER BY id",
                arguments: [device]
            ).map { row in
                ClockChange(
                    id: try row.value("id"),
                    writtenAt: StoreTime.date(try row.value("written_at")),
                    offsetBefore: try row.value("offset_before_ms"),
                    offsetAfter: try row.optional("offset_after_ms")
                )
            }
        }
    }
}

/// The times of waiting readings.
struct OutboxTimes: Sendable {
    let store: OutboxStore
    private var writer: GroupCommitWriter { store.writer }

    /// Marks the times of all waiting readings as unknown, except those that do not come from this machine's clock: an
    /// export names its times, and a person typed theirs.
    ///
    /// - Returns: How many had a known time.
    func doubt() async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    UPDATE outbox SET payload = CAST(json_set(CAST(payload AS TEXT), '$.timeQuality', ?1) AS BLOB)
                    WHERE CASE WHEN json_valid(CAST(payload AS TEXT)) THEN
                        json_extract(CAST(payload AS TEXT), '$.timeQuality') <> ?1
                            AND json_extract(CAST(payload AS TEXT), '$.source.kind') IN (?2, ?3)
                    END
                    """,
                arguments: [
                    TimeQuality.unknown.rawValue, SourceKind.bluetooth.rawValue, SourceKind.ocr.rawValue,
                ]
            )
            return database.changesCount
        }
    }
}

/// One setting of a device's clock by the hub.
public struct ClockChange: Sendable, Hashable, Identifiable {
    /// The row's number, in the order of the changes.
    public let id: Int64
    /// When the write was decided, by the hub's clock.
    public let writtenAt: Date
    /// The hub's clock minus the device's before, in milliseconds.
    public let offsetBefore: Int64
    /// The offset after the write, in milliseconds; nil if it is unknown whether the device took the time.
    public let offsetAfter: Int64?

    /// Creates a change.
    public init(id: Int64, writtenAt: Date, offsetBefore: Int64, offsetAfter: Int64?) {
        self.id = id
        self.writtenAt = writtenAt
        self.offsetBefore = offsetBefore
        self.offsetAfter = offsetAfter
    }
}
