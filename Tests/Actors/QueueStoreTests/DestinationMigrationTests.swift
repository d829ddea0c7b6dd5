import DeliveryRules
import Foundation
import GRDB
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// A store of the version before further destinations, with everything under way.
@Suite struct DestinationMigrationTests {
    /// Turns a closed store back to what that version wrote.
    private func turnBack(_ path: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(
                sql: """
                    DROP INDEX queue_history;
                    DROP INDEX queue_further;
                    DROP INDEX sessions_further;
                    DROP INDEX sessions_one_per_seat;
                    ALTER TABLE queue DROP COLUMN record_log_id;
                    ALTER TABLE images DROP COLUMN delivery;
                    ALTER TABLE sessions DROP COLUMN accompanies;
                    CREATE UNIQUE INDEX sessions_one_per_seat ON sessions (seat) WHERE ended_at IS NULL;
                    CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE kind < 2;
                    DELETE FROM grdb_migrations WHERE identifier = '16-destinations';
                    """
            )
        }
        try database.close()
    }

    private func dump(_ queue: QueueFixture) async throws -> [String] {
        try await queue.store.writer.read { database in
            try ["queue", "sessions", "keys_given", "images", "notifications", "queue_counts"].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY 1, 2, 3").map { row in
                    let known = row.filter { !["record_log_id", "accompanies"].contains($0.0) || table == "images" }
                    return table + known.map { " \($0)=\($1)" }.joined()
                }
            }
        }
    }

    @Test func everythingUnderWayIsAsItWas() async throws {
        var queue = try await QueueFixture(seats: ["bed", "other"])
        defer { queue.fixture.remove() }
        for key in ["leased", "done", "refused", "delayed", "updated"] { try await queue.accept(queue.decision(key)) }
        let grants = try await queue.grant(free: 5)
        func settle(_ key: String, _ outcome: AttemptOutcome) async throws {
            let grant = try #require(grants.first { $0.logID == "log-\(key)" })
            try await queue.settle(grant.logID, grant.fence, outcome)
        }
        let error = DeliveryError(code: "http503", message: "later")
        try await settle("done", .done(serverID: "server"))
        try await settle("refused", .failed(error))
        try await settle("delayed", .retry(afterMilliseconds: 60_000, possiblySent: true, error: error))
        try await queue.accept(queue.decision("updated", revision: 2))
        try await queue.accept(queue.decision("waiting"))
        _ = try await queue.store.sessions.end("session-other", reason: "requested", at: queue.later(1))
        let before = try await dump(queue)
        try await queue.store.close()
        try turnBack(queue.fixture.path())

        queue = try await queue.reopened()
        #expect(try await dump(queue) == before)
        try await settle("leased", .done(serverID: "l"))
        let more = try await queue.grant("two", at: 40)
        #expect(more.map(\.logID) == ["log-waiting"], "what is delayed or leased waits")
        #expect(try await queue.store.records.records(.history(seat: "bed")).total == 6)
        // And the next session names two destinations.
        let session = StoredSession(
            id: "further",
            seat: "bed",
            userID: "user-bed",
            organizationID: "org",
            api: "fhir",
            apiVersion: "r4",
            sealedToken: nil,
            startedAt: queue.later(50)
        )
        let main = StoredSession(
            id: "next",
            seat: "bed",
            userID: "user-bed",
            organizationID: "org",
            api: "inform",
            apiVersion: "v2",
            sealedToken: nil,
            startedAt: queue.later(50)
        )
        _ = try await queue.store.sessions.start(
            main,
            further: [session],
            endingPresentFor: "replaced",
            at: queue.later(50)
        )
        try await queue.accept(queue.decision("new", session: "next"))
        #expect(try await queue.further("log-new").map(\.api) == ["fhir"])
        try await queue.store.close()
    }
}
