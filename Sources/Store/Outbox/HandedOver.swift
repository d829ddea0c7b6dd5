package import BusContract
internal import DeliveryRules
package import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// Which state of the session manager's database took readings over, as it told.
package struct StorePlace: Sendable, Hashable {
    /// Which database it is, and how often an older copy of it was accepted: another one does not have what this one took.
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

/// Readings that leave the outbox and are kept, because no backup of the session manager's database has them yet.
package struct Handover: Sendable {
    /// What is kept at most, so that a site whose backups have stopped fills no disk: so many readings, so many bytes of each, and
    /// for so many seconds.
    package static let (mostReadings, mostBytes, longest) = (5_000, 16_384, 30.0 * 86_400)

    /// The database that has them.
    package let place: StorePlace
    /// How far its last backup reaches: what came before is in it.
    package let backedUpTo: Int64
    /// Those that are kept there; what is refused or nobody's is kept nowhere.
    package let taken: Set<String>
    package let at: Date

    /// Nil where no backup was ever announced: then nothing is kept.
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

    /// Forgets what a backup has, and the oldest of what is too much or too old.
    ///
    /// - Returns: How many were forgotten though no backup has them.
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

/// What an outbox keeps of what it has handed over.
package struct HandedOver: Sendable {
    let writer: GroupCommitWriter

    /// Removes readings that the session manager's reply names, and keeps what none of its backups has.
    ///
    /// - Returns: How many were removed, and how many were forgotten that no backup has.
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

    /// The newest of it as JSON; a session manager that has it changes nothing.
    package func newest() async throws -> Data? {
        try await writer.read { database in
            try database.rowCached(
                sql: "SELECT payload FROM handed_over WHERE unnamed = 0 ORDER BY id DESC LIMIT 1"
            ).map { try $0.value("payload") }
        }
    }

    /// How many there are.
    package func count() async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM handed_over") ?? 0 }
    }

    /// Puts back into the outbox what another database than the present one took over: it may not have it.
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
    /// What it keeps of what it has handed over.
    package var handedOver: HandedOver { HandedOver(writer: writer) }
}
