public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// The oldest readings that are not in flight.
    ///
    /// - Parameters:
    ///   - limit: The most to return.
    ///   - inFlight: The readings to leave out, from `OutboxWindow`. A newer revision is not left out.
    public func nextBatch(limit: Int, excluding inFlight: Set<OutboxItem> = []) async throws -> [OutboxRow] {
        guard limit > 0 else { return [] }
        return try await writer.read { database in
            // The window limits the readings in flight, so it costs little to read past them.
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: "SELECT * FROM outbox WHERE parked IS NULL ORDER BY id")
            )
            var batch: [OutboxRow] = []
            while batch.count < limit, let row = try rows.next() {
                let waiting = try OutboxRow(row: row)
                if !inFlight.contains(waiting.item) { batch.append(waiting) }
            }
            return batch
        }
    }

    /// Parks a reading that cannot be sent; it stays, but a newer revision of it is sent.
    public func park(_ item: OutboxItem, reason: String) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "UPDATE outbox SET parked = ? WHERE reading_key = ? AND revision = ?",
                arguments: [reason, item.readingKey, item.revision]
            )
        }
    }

    /// Unparks all readings, because a newer version of the program may be able to send them.
    public func unparkAll() async throws {
        try await writer.write { try $0.executeCached(sql: "UPDATE outbox SET parked = NULL WHERE parked IS NOT NULL") }
    }

    /// Notes that readings are being sent.
    ///
    /// - Returns: The ones that still wait; the others were erased or have a newer revision.
    @discardableResult
    public func markSent(_ items: [OutboxItem], at: Date) async throws -> [OutboxItem] {
        try await writer.write { database in
            try items.filter { item in
                try database.executeCached(
                    sql: """
                        UPDATE outbox SET attempts = attempts + 1, last_sent_at = ?
                        WHERE reading_key = ? AND revision = ?
                        """,
                    arguments: [StoreTime.milliseconds(at), item.readingKey, item.revision]
                )
                return database.changesCount > 0
            }
        }
    }

    /// Removes readings that the session manager's reply names.
    ///
    /// A newer revision than the replied one stays.
    ///
    /// - Parameter unkept: Frames to delete with them.
    /// - Returns: How many were removed.
    @discardableResult
    public func remove(_ items: [OutboxItem], unkept: [UnkeptFrames] = []) async throws -> Int {
        try await handedOver.remove(items, unkept: unkept, keeping: nil).removed
    }

    /// How full the outbox is.
    public func depth() async throws -> OutboxDepth {
        try await writer.read { database in
            let outbox = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*), count(parked), min(created_at), min(CASE WHEN parked IS NULL THEN created_at END)
                    FROM outbox
                    """
            )
            let times = [2, 3].map { (outbox?[$0] as Int64?).map(StoreTime.date) }
            return OutboxDepth(
                readings: outbox?[0] ?? 0,
                parked: outbox?[1] ?? 0,
                undecodedFrames: try Int.fetchOne(database, sql: "SELECT count(*) FROM raw_frames WHERE decoded = 0")
                    ?? 0,
                openLinks: try Int.fetchOne(database, sql: "SELECT count(*) FROM links WHERE settled = 0") ?? 0,
                oldest: times[0],
                oldestSendable: times[1]
            )
        }
    }
}
