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
