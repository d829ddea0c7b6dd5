internal import DeliveryRules
package import FoundationEssentials
package import GRDB
internal import StoreEngine

extension OutboxReading {
    /// Saves readings; one that is there at this revision or a newer one stays as it is.
    ///
    /// - Returns: How many were new or newer.
    package static func save(_ readings: [OutboxReading], to database: Database, at: Date) throws -> Int {
        var changed = 0
        for reading in readings {
            try database.executeCached(
                sql: """
                    INSERT INTO outbox (reading_key, revision, payload, seat, device, created_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (reading_key) DO UPDATE SET
                        revision = excluded.revision, payload = excluded.payload, seat = excluded.seat,
                        device = excluded.device, unnamed = 0, attempts = 0, last_sent_at = NULL, parked = NULL
                    WHERE excluded.revision > outbox.revision
                    """,
                arguments: [
                    reading.item.readingKey, reading.item.revision, reading.payload, reading.seat, reading.device,
                    StoreTime.milliseconds(at),
                ]
            )
            changed += database.changesCount
        }
        return changed
    }
}

extension StoredFrame {
    /// Reads a row of `raw_frames`.
    init(row: Row) throws {
        id = try row.value("id")
        device = try row.value("device")
        characteristic = try row.value("characteristic")
        bytes = try row.value("bytes")
        receivedAt = StoreTime.date(try row.value("received_at"))
    }
}

extension OutboxRow {
    /// Reads a row of `outbox`.
    init(row: Row) throws {
        item = OutboxItem(
            readingKey: try row.value("reading_key"),
            revision: try row.value("revision")
        )
        payload = try row.value("payload")
        createdAt = StoreTime.date(try row.value("created_at"))
        attempts = try row.value("attempts")
        lastSentAt = try row.optional("last_sent_at").map(StoreTime.date)
    }
}
