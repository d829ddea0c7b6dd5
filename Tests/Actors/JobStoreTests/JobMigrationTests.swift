import DeliveryRules
import Foundation
import GRDB
import JobStore
import Outbox
import StoreEngine
import StoreSupport
import Testing

/// Files of the versions before, with jobs and readings under way.
@Suite struct JobMigrationTests {
    private func turnBack(_ path: String, _ migration: String, _ statements: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: statements)
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [migration])
        }
        try database.close()
    }

    @Test func aLeasedJobGoesOnAndIsErasedWithItsSeat() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let at = StoreFixture.start
        var store = try await JobStore.open(fixture.configuration())
        try await store.keep(KeptPicture(sha256: "p", file: "f", size: 3, contentType: "image/png"), at: at)
        for (id, seat) in [("one", "bed-1"), ("two", nil)] {
            let job = StoredJob(id: id, readingKey: "key-\(id)", picture: "p", body: Data("{}".utf8), seat: seat)
            _ = try await store.accept(job, at: at)
        }
        let now = BootInstant(milliseconds: 5)
        let granted = try await store.grant(to: "w", count: 1, now: now, term: .seconds(9), at: at)
        #expect(granted.map(\.id) == ["one"])
        try await store.close()
        try turnBack(fixture.path(), "3-seats", "DROP INDEX jobs_seat")
        store = try await JobStore.open(fixture.configuration())
        #expect(try await store.leasedJob("one", fence: granted[0].entry.fence) != nil)
        #expect(try await store.erase(seat: "bed-1").jobs == 1)
        #expect(try await store.depths() == (pending: 1, leased: 0))
        try await store.close()
    }

    @Test func aFileOfBeforeHasTheLeasesOfEveryQueue() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let at = StoreFixture.start
        var store = try await JobStore.open(fixture.configuration())
        try await store.keep(KeptPicture(sha256: "p", file: "f", size: 3, contentType: "image/png"), at: at)
        for id in ["done", "leased", "later"] {
            let job = StoredJob(id: id, readingKey: "key-\(id)", picture: "p", body: Data("{}".utf8), seat: nil)
            _ = try await store.accept(job, at: at)
        }
        let now = BootInstant(milliseconds: 5)
        let granted = try await store.grant(to: "w", count: 3, now: now, term: .seconds(9), at: at)
        let later = AttemptOutcome.retry(
            afterMilliseconds: 60_000,
            possiblySent: false,
            error: DeliveryError(code: "broken", message: "the worker broke")
        )
        let answers = zip(granted, [.done(serverID: nil), nil, later] as [AttemptOutcome?]).compactMap { job, outcome in
            outcome.map { JobAnswer(id: job.id, fence: job.entry.fence, outcome: $0, content: Data("{}".utf8)) }
        }
        #expect(try await store.settle(answers, now: now, at: at))
        try await store.markTold("done")
        try await store.extendAllLeases(now: now, term: .seconds(9), bootID: "old", at: at)
        try await store.close()
        // An overtaken worker's lease, as that version kept it beside what another one has read.
        try turnBack(
            fixture.path(),
            "4-leases",
            """
            DROP INDEX jobs_lingering; ALTER TABLE jobs DROP COLUMN arrived_by; ALTER TABLE owner DROP COLUMN boot_from;
            UPDATE jobs SET lingering_worker = 'w', lingering_fence = 1, lingering_until = 7 WHERE log_id = 'done';
            """
        )
        store = try await JobStore.open(fixture.configuration())
        #expect(try await store.leasedJob("leased", fence: 1) != nil)
        let start = BootInstant(milliseconds: 8)
        try await store.extendAllLeases(now: start, term: .seconds(9), bootID: "new", at: at)
        #expect(try await store.nextDue(after: start) == (start + .seconds(9)))
        #expect(try await store.ready(now: start) == 1, "the old boot's delay is void")
        #expect(try await store.expireLeases(now: start + .seconds(9), at: at) == 1)
        #expect(try await store.untold(limit: 9).isEmpty, "what was told before is not told again")
        try await store.close()
    }

    @Test func aReadingOfBeforeKeepsItsPictureAndIsFoundByItsSeat() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await DisplayStore.open(fixture.configuration())
        let reading = OutboxReading(
            item: OutboxItem(readingKey: "k", revision: 1),
            payload: Data(#"{"seat":"bed-1"}"#.utf8),
            seat: nil,
            device: nil
        )
        try await store.commit(reading, file: "crop", size: 3, at: StoreFixture.start)
        try await store.close()
        try turnBack(
            fixture.path(),
            "5-named",
            """
            DROP INDEX outbox_seat; DROP INDEX outbox_device; DROP INDEX outbox_unnamed;
            ALTER TABLE outbox DROP COLUMN seat; ALTER TABLE outbox DROP COLUMN device;
            ALTER TABLE outbox DROP COLUMN unnamed;
            """
        )
        store = try await DisplayStore.open(fixture.configuration())
        #expect(try await store.crop("k")?.file == "crop")
        let found = try await store.outbox.rows(ofSeat: "bed-1").map(\.item)
        #expect(try await store.outbox.erase(frames: [], readings: found) == 1)
        #expect(try await store.neededFiles().isEmpty)
        try await store.close()
    }
}
