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
    /// Makes a file as the version before lanes left it, with a picture and jobs in every state.
    private func old(_ path: String) throws {
        let database = try DatabaseQueue(path: path)
        try StoreKind.jobs.migrator.migrate(database, upTo: "4-leases")
        let words = ["pending", "leased", "submitted", "rejected", "ended"]
        try database.write { database in
            try database.execute(sql: "INSERT INTO pictures VALUES ('p', 'f', 3, 'image/png', 1)")
            for (number, word) in words.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO jobs (log_id, reading_key, picture, body, seat, outcome, told, created_at, changed_at,
                            state, not_before, worker, lease_fence, lease_until, error_code, error_message, revision,
                            is_deletion, fence, revision_base, possibly_sent, sent_before_lease, at_destination,
                            waiting_deletion, attempts, strain)
                        VALUES (?1, 'key-' || ?1, 'p', x'7b7d', 'bed-' || ?2, ?3, 0, ?2, ?2, ?1, 0, 'w', 1, 9, 'c', 'm',
                            1, 0, 1, 0, 0, 0, 0, 0, 1, 0)
                        """,
                    arguments: [word, number, word == "submitted" ? Data("{}".utf8) : nil]
                )
            }
            try database.execute(sql: "INSERT INTO owner (id, boot_id) VALUES (1, 'b')")
        }
        try database.close()
    }

    @Test func thePhotosOfAQueueAreTakenOver() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try old(fixture.path())
        let (at, failure) = (StoreFixture.start, JobFailure(code: "c", message: "m"))
        let store = try await JobStore.open(fixture.configuration())
        for (id, state) in [
            ("pending", StoredJob.State.waiting), ("leased", .waiting), ("submitted", .done),
            ("rejected", .failed(failure)),
            ("ended", .cancelled),
        ] {
            let job = try #require(try await store.job(id))
            #expect(job.state == state && job.readingKey == "key-\(id)" && job.picture == "p", "\(id)")
        }
        #expect(try await store.neededFiles() == ["f"])
        #expect(try await store.untold(limit: 9).map(\.id) == ["submitted", "rejected", "ended"])
        // What waited or was leased is read now.
        for id in ["pending", "leased"] {
            #expect(try await store.begin(at: at)?.id == id)
            #expect(try await store.settle(id, as: .done(Data("{}".utf8)), at: at))
        }
        #expect(try await store.begin(at: at) == nil)
        #expect(try await store.erase(seat: "bed-1").jobs == 1)
        try await store.close()
    }

    private func turnBack(_ path: String, _ migration: String, _ statements: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: statements)
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [migration])
        }
        try database.close()
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
