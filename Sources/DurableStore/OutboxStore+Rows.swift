internal import Delivery
internal import FoundationEssentials
internal import GRDB

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
