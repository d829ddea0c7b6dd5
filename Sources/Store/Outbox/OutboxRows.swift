internal import BusContract
public import DeliveryRules
public import FoundationEssentials
package import GRDB
internal import MessageBus
internal import StoreEngine
public import VitalRecords

/// A reading that a producer puts into its outbox.
public struct OutboxReading: Sendable, Hashable {
    /// Its key and revision.
    public var item: OutboxItem
    /// The reading as JSON.
    public var payload: Data
    /// The seat that the reading names, by which the seat's erasure finds it.
    public var seat: String?
    /// The reading's device, by which the device's erasure finds it.
    public var device: String?

    /// Creates the row of a reading.
    ///
    /// - Throws: `EncodingError` for a reading that JSON cannot represent.
    public init(_ reading: Reading) throws {
        self.init(
            item: OutboxItem(readingKey: reading.readingKey.rawValue, revision: reading.revision),
            payload: Data(try WireJSON.encode(reading)),
            seat: reading.seat?.rawValue,
            device: reading.device?.description
        )
    }

    /// Creates the row of a reading that is already JSON.
    public init(item: OutboxItem, payload: Data, seat: String?, device: String?) {
        self.item = item
        self.payload = payload
        self.seat = seat
        self.device = device
    }
}

/// A reading that waits in the outbox.
public struct OutboxRow: Sendable, Hashable {
    /// Its key and revision.
    public let item: OutboxItem
    /// The reading as JSON.
    public let payload: Data
    /// When it was first committed.
    public let createdAt: Date
    /// How often it was sent.
    public let attempts: Int
    /// When it was last sent.
    public let lastSentAt: Date?
}

/// How full an outbox is.
public struct OutboxDepth: Sendable, Hashable {
    /// Readings that wait for the session manager's reply.
    public let readings: Int
    /// The parked ones among them, which cannot be sent.
    public let parked: Int
    /// Undecoded frames.
    public let undecodedFrames: Int
    /// Links that are active or not settled.
    public let openLinks: Int
    /// When the oldest waiting reading was committed.
    public let oldest: Date?
    /// When the oldest one that can be sent was committed.
    public let oldestSendable: Date?
}

extension OutboxReading {
    /// Saves readings; a reading already stored at this or a newer revision stays unchanged.
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
            if database.changesCount == 0, let again = try reading.measuredAgain(database) {
                changed += try save([again], to: database, at: at)
            }
        }
        return changed
    }

    /// The reading under a new key, if the waiting reading with its key arrived before this one was measured; nil if
    /// both are the same.
    private func measuredAgain(_ database: Database) throws -> OutboxReading? {
        let waiting = try database.rowCached(
            sql: "SELECT payload FROM outbox WHERE reading_key = ? AND revision = ?",
            arguments: [item.readingKey, item.revision]
        )
        // Absent is nil: unreadable rows are reported elsewhere.
        guard let content = try waiting?.value("payload", as: Data.self),
            let first = try? WireJSON.decode(Reading.self, from: Array(content)),
            let reading = try? WireJSON.decode(Reading.self, from: Array(payload)),
            reading.isMeasured(after: first.receivedAt)
        else { return nil }
        let range = reading.readingKey.againRange
        let keys = try String.fetchAll(
            database.cachedStatement(sql: "SELECT reading_key FROM outbox WHERE reading_key >= ? AND reading_key < ?"),
            arguments: [range.from, range.to]
        )
        return try OutboxReading(reading.measuredAgain(beside: keys.compactMap(ReadingKey.init(rawValue:))))
    }
}

extension OutboxRow {
    /// Rebuilds a row from its reading, to be sent again, or parks it if the reading cannot be read either.
    static let mending = RowMending("outbox") { database, row in
        let payload = try database.rowCached(sql: "SELECT payload FROM outbox WHERE id = ?", arguments: [row.row])
        do {
            let reading = try WireJSON.decode(
                Reading.self,
                from: Array(payload?.value("payload", as: Data.self) ?? Data())
            )
            try database.execute(
                sql: """
                    UPDATE outbox SET reading_key = ?, revision = ?, seat = ?, device = ?, unnamed = 0, parked = NULL
                    WHERE id = ?
                    """,
                arguments: [
                    reading.readingKey.rawValue, reading.revision, reading.seat?.rawValue,
                    reading.device?.description, row.row,
                ]
            )
        } catch is BusError {
            try database.execute(
                sql: "UPDATE outbox SET parked = ?, unnamed = 1 WHERE id = ?",
                arguments: [FaultCodes.unreadableRow, row.row]
            )
        }
    }

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
