import DeliveryRules
import Foundation
import GRDB
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// A store of the version before the column `kind`, with records and images under way.
@Suite struct KindMigrationTests {
    /// Turns a closed store back to what that version wrote.
    private func turnBack(_ path: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(
                sql: """
                    UPDATE queue SET record = (SELECT CAST(json_object('recordLogID', record_log_id, 'recordID', record_id,
                        'sha256', sha256, 'contentType', content_type, 'size', size) AS BLOB)
                        FROM images WHERE images.id = queue.log_id) WHERE kind = 2;
                    ALTER TABLE images DROP COLUMN record_id;
                    ALTER TABLE queue_counts RENAME COLUMN kind TO is_history;
                    ALTER TABLE queue RENAME COLUMN kind TO is_history;
                    DELETE FROM grdb_migrations WHERE identifier = '15-kinds';
                    """
            )
        }
        try database.close()
    }

    private func counts(_ queue: QueueFixture) async throws -> (kept: Set<String>, counted: Set<String>) {
        try await queue.store.writer.read { database in
            let columns = "session_id || ' ' || seat || ' ' || state || ' ' || kind || ' '"
            let kept = try String.fetchAll(database, sql: "SELECT \(columns) || n FROM queue_counts")
            let counted = try String.fetchAll(
                database,
                sql: "SELECT \(columns) || count(*) FROM queue GROUP BY session_id, seat, state, kind"
            )
            return (Set(kept), Set(counted))
        }
    }

    @Test func whatIsUnderWayGoesOn() async throws {
        let fixture = try await ImageFixture()
        var queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        try await fixture.put(fixture.image("two"))
        try await queue.accept(queue.decision("live"))
        let before = try await fixture.grant(free: 2)
        #expect(before.map(\.logID) == ["log-live", "image-one"])
        try await queue.accept(queue.decision("waiting"))
        try await queue.store.close()
        try turnBack(queue.fixture.path())

        queue = try await queue.reopened()
        let after = try await ImageFixture(queue)
        let (kept, counted) = try await counts(queue)
        #expect(kept == counted && !kept.isEmpty)
        #expect(try await queue.store.images.leased(id: "image-one", fence: before[1].fence) != nil)
        let more = try await after.grant("two", at: 1)
        #expect(more.map(\.logID) == ["log-waiting", "image-two"])
        #expect(more[1].isImage && more[1].image?.recordID == "server-k" && more[1].image?.sha256 == "sha-two")
        #expect(try await queue.store.delivery.expireLeases(now: queue.clock(40), at: queue.at) == 4)
        let again = try await after.grant("three", at: 41)
        #expect(Set(again.map(\.logID)) == ["log-live", "log-waiting", "image-one", "image-two"])
        let one = try #require(again.first { $0.logID == "image-one" })
        #expect(one.image == before[1].image && one.possiblySent && one.fence == before[1].fence + 1)
        for grant in again { try await queue.settle(grant.logID, grant.fence, .done(serverID: "s"), at: 42) }
        #expect(try await after.state() == .submitted)
        let end = try await counts(queue)
        #expect(end.kept == end.counted)
        try await queue.store.close()
    }

    /// An image's row of before that nobody has the image of any more is not granted for ever.
    @Test func aRowWithoutItsImageIsTaken() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        try await queue.store.writer.write { try $0.execute(sql: "DELETE FROM images") }
        let grant = try #require(try await fixture.grant().first)
        #expect(grant.isImage && grant.image == nil)
        let error = DeliveryError(code: "unreadableRow", message: "no image")
        try await queue.settle(grant.logID, grant.fence, .failed(error), at: 1)
        #expect(try await fixture.grant(at: 60).isEmpty)
        try await queue.store.close()
    }
}
