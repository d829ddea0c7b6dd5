package import BusContract
internal import DeliveryRules
package import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// The state of the session manager's database that accepted readings, from its mark.
package struct StorePlace: Sendable, Hashable {
    /// The database's id, and how often an older copy of it was accepted: a different owner may lack these readings.
    package let owner: String
    /// How many commits it had.
    package let counter: Int64

    /// Reads a mark (`generation.start.counter.id.tag`); nil for another text.
    package init?(mark: String?) {
        let parts = mark?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count == 5, Int64(parts[0]) != nil, let counter = Int64(parts[2]) else { return nil }
        (owner, self.counter) = ("\(parts[0]).\(parts[3])", counter)
    }
}

/// Keeps readings that leave the outbox until a backup of the session manager's database has them.
package struct Handover: Sendable {
    /// The most readings to keep, the most bytes of each, and the longest time in seconds.
    ///
    /// The limits keep a site without backups from filling the disk.
    package static let (mostReadings, mostBytes, longest) = (5_000, 16_384, 30.0 * 86_400)

    /// The database that accepted the readings.
    package let place: StorePlace
    /// How many commits its last backup has; earlier readings are in it.
    package let backedUpTo: Int64
    /// The keys of the readings to keep; refused readings and those not stored are dropped.
    package let taken: Set<String>
    package let at: Date

    /// Reads a reply; nil if no backup was ever announced, and then no reading is kept.
    package init?(_ reply: SubmittedRecords, at: Date) {
        guard let place = StorePlace(mark: reply.mark), let backedUpTo = reply.backedUpTo else { return nil }
        (self.place, self.backedUpTo, self.at) = (place, backedUpTo, at)
        let lasting: [SubmittedRecords.Outcome] = [.accepted, .repeated, .held, .unsynced]
        taken = Set(reply.results.filter { lasting.contains($0.outcome) }.map(\.readingKey.rawValue))
    }

    /// Keeps a reading that is about to leave the outbox.
    func keep(_ item: OutboxItem, in database: Database) throws {
        guard taken.contains(item.readingKey) else { return }
        try database.executeCached(
            sql: """
                INSERT INTO handed_over
                    (reading_key, revision, payload, seat, device, unnamed, created_at, owner, counter, at)
                SELECT reading_key, revision, payload, seat, device, unnamed, created_at, ?1, ?2, ?3 FROM outbox
                    WHERE reading_key = ?4 AND revision <= ?5 AND length(payload) <= ?6
                ON CONFLICT (reading_key) DO UPDATE SET revision = excluded.revision, payload = excluded.payload,
                    seat = excluded.seat, device = excluded.device, unnamed = excluded.unnamed, owner = excluded.owner,
                    counter = excluded.counter, at = excluded.at
                """,
            arguments: [
                place.owner, place.counter, StoreTime.milliseconds(at), item.readingKey, item.revision, Self.mostBytes,
            ]
        )
    }

    /// Deletes readings that a backup has, and the oldest ones beyond the limits.
    ///
    /// - Returns: How many were deleted although no backup has them.
    func trim(_ database: Database) throws -> Int {
        try database.executeCached(
            sql: "DELETE FROM handed_over WHERE owner = ? AND counter <= ?",
            arguments: [place.owner, backedUpTo]
        )
        try database.executeCached(
            sql: "DELETE FROM handed_over WHERE at < ? OR id <= (SELECT max(id) FROM handed_over) - ?",
            arguments: [StoreTime.milliseconds(at - Self.longest), Self.mostReadings]
        )
        return database.changesCount
    }
}

/// The readings that an outbox keeps after it has handed them over.
package struct HandedOver: Sendable {
    let writer: GroupCommitWriter

    /// Removes readings that the session manager's reply names, and keeps copies of those without a backup.
    ///
    /// - Returns: How many were removed, and how many kept ones were deleted without a backup.
    func remove(
        _ items: [OutboxItem],
        unkept: [UnkeptFrames],
        keeping handover: Handover?
    ) async throws -> (removed: Int, forgotten: Int) {
        try await writer.write { database in
            for frames in unkept { try frames.delete(from: database) }
            var removed = 0
            for item in items {
                try handover?.keep(item, in: database)
                try database.executeCached(
                    sql: "DELETE FROM outbox WHERE reading_key = ? AND revision <= ?",
                    arguments: [item.readingKey, item.revision]
                )
                removed += database.changesCount
            }
            return (removed, try handover?.trim(database) ?? 0)
        }
    }

    /// The newest kept reading as JSON; a session manager that already has it changes nothing.
    package func newest() async throws -> Data? {
        try await writer.read { database in
            try database.rowCached(
                sql: "SELECT payload FROM handed_over WHERE unnamed = 0 ORDER BY id DESC LIMIT 1"
            ).map { try $0.value("payload") }
        }
    }

    /// How many readings are kept.
    package func count() async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM handed_over") ?? 0 }
    }

    /// Puts readings back into the outbox that another database accepted, because the present one may not have them.
    ///
    /// - Returns: How many wait again.
    package func offerAgain(to place: StorePlace) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO outbox (reading_key, revision, payload, seat, device, unnamed, created_at)
                    SELECT reading_key, revision, payload, seat, device, unnamed, created_at FROM handed_over
                        WHERE owner <> ? ORDER BY id
                    ON CONFLICT (reading_key) DO NOTHING
                    """,
                arguments: [place.owner]
            )
            let count = database.changesCount
            try database.executeCached(sql: "DELETE FROM handed_over WHERE owner <> ?", arguments: [place.owner])
            return count
        }
    }
}

extension OutboxStore {
    /// The readings that it keeps after it has handed them over.
    package var handedOver: HandedOver { HandedOver(writer: writer) }
}
