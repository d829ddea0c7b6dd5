import DeliveryRules
import Foundation
import GRDB
import StoreEngine
import StoreSupport
import Testing

@testable import QueueStore

@Suite struct SnapshotTests {
    private func logs(_ page: StorePage<StoredRecord>) -> [String] { page.elements.map(\.entry.logID) }

    private func first(
        _ queue: QueueFixture,
        _ list: RecordList = .queued(),
        id: String = "s",
        at second: Int64 = 0
    ) async throws -> StorePage<StoredRecord> {
        try await queue.store.records.firstPage(list, pageSize: 3, snapshot: id, now: queue.clock(second))
    }

    private func page(
        _ queue: QueueFixture,
        _ number: Int,
        _ list: RecordList = .queued(),
        id: String = "s",
        at second: Int64 = 0
    ) async throws -> StorePage<StoredRecord> {
        try await queue.store.records.page(number, of: list, snapshot: id, now: queue.clock(second))
    }

    private func code(_ body: () async throws -> Void) async -> StoreErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func logSize(_ queue: QueueFixture) throws -> Int {
        let path = queue.fixture.path() + "-wal"
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
    }

    @Test func laterPagesAreAsThingsWereAtPageOne() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        for number in 0..<8 { try await queue.accept(queue.decision("k\(number)"), at: queue.later(Double(number))) }
        let one = try await first(queue)
        #expect(one.total == 8 && one.pages == 3 && one.snapshot == "s")
        // Everything that can happen to a list: one record leaves, one is refused, one is leased and one deleted, and
        // new ones arrive, also before existing ones.
        let grants = try await queue.grant(free: 3)
        try await queue.settle(grants[0].logID, grants[0].fence, .done(serverID: "x"))
        try await queue.settle(
            grants[1].logID,
            grants[1].fence,
            .failed(DeliveryError(code: "http422", message: "no"))
        )
        _ = try await queue.store.records.delete(logID: "log-k7", baseRevision: 1, at: queue.at)
        try await queue.accept(queue.decision("new"), at: queue.later(-5))
        try await queue.accept(queue.decision("newer", session: "session-chair"), at: queue.later(50))
        let (two, three) = (try await page(queue, 2), try await page(queue, 3))
        #expect(logs(one) + logs(two) + logs(three) == (0..<8).map { "log-k\($0)" })
        let all = one.elements + two.elements + three.elements
        #expect(all.allSatisfy { $0.entry.state == .pending(notBefore: .zero) })
        #expect(two.total == 8 && two.pages == 3)
        #expect(try await page(queue, 1).elements == one.elements)
        #expect(try await page(queue, 4).elements.isEmpty)
        #expect(try await queue.store.records.records(.queued()).elements.map(\.entry.logID).first == "log-new")
        let again = try await first(queue, id: "t")
        #expect(again.total == 7 && logs(again).first == "log-new")
    }

    @Test func aListOfOnePageIsNotKeptOpen() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let one = try await first(queue)
        #expect(one.snapshot == nil && one.pages == 1 && logs(one) == ["log-a"])
        #expect(await queue.store.records.closeExpiredSnapshots(now: queue.clock(0)) == nil)
        #expect(await code { _ = try await page(queue, 1) } == .snapshotExpired)
    }

    @Test func whatIsClosedSaysSoAndAnotherListIsRefused() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<5 { try await queue.accept(queue.decision("k\(number)")) }
        _ = try await first(queue)
        #expect(await code { _ = try await page(queue, 2, .rejected()) } == .wrongList)
        #expect(await code { _ = try await page(queue, 2, .queued(seat: "bed")) } == .wrongList)
        #expect(await queue.store.records.closeExpiredSnapshots(now: queue.clock(59)) == queue.clock(60))
        #expect(await queue.store.records.closeExpiredSnapshots(now: queue.clock(60)) == nil)
        #expect(await code { _ = try await page(queue, 2, at: 60) } == .snapshotExpired)
        for number in 0..<5 { _ = try await first(queue, id: "s\(number)", at: 100) }
        #expect(await code { _ = try await page(queue, 2, id: "s0", at: 100) } == .snapshotExpired)
        #expect(logs(try await page(queue, 2, id: "s4", at: 100)) == ["log-k3", "log-k4"])
        #expect(await code { _ = try await page(queue, 2, id: "never", at: 100) } == .snapshotExpired)
    }

    @Test func erasingASeatClosesAllAndEmptiesTheLog() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        for number in 0..<5 { try await queue.accept(queue.decision("k\(number)")) }
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        while try await queue.store.sessions.saveEnds(limit: 9, at: queue.at) > 0 {}
        let list = RecordList.unsynced(seat: "bed")
        #expect(try await first(queue, list).snapshot == "s")
        #expect(try await page(queue, 2, list).elements.count == 2)
        #expect(try await queue.store.eraseSeat("bed", at: queue.at).records == 5)
        #expect(await code { _ = try await page(queue, 2, list) } == .snapshotExpired)
        #expect(try logSize(queue) == 0)
        #expect(try await first(queue, list).total == 0)
    }

    @Test func anOpenOneHoldsNeitherTheWorkNorTheEnd() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<5 { try await queue.accept(queue.decision("k\(number)")) }
        _ = try await first(queue)
        #expect(try await queue.grant(free: 5).count == 5)
        try await queue.store.close()
        #expect(!FileManager.default.fileExists(atPath: queue.fixture.path() + "-wal"), "it was closed in order")
        let next = try await queue.reopened()
        #expect(await code { _ = try await page(next, 2) } == .snapshotExpired)
        #expect(try await first(next).total == 5)
    }

    /// A list that is cut by number: continued, entered in the middle, and read to its end.
    @Test func aLongListIsReadInOrderFromAnywhere() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let count = 20_005
        try await queue.store.writer.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
                    INSERT INTO queue (log_id, session_id, seat, hub, record, kind, created_at, changed_at, state,
                        revision, is_deletion, fence, revision_base, possibly_sent, sent_before_lease, at_destination,
                        waiting_deletion, attempts)
                    SELECT 'log-' || n, 'session-bed', 'bed', 'h', x'00', 1, (n * 7919) % 1000, 1, 'pending', 1, 0, 0, 0, 0,
                        0, 0, 0, 0 FROM numbers
                    """,
                arguments: [count]
            )
        }
        let expected = (0..<count).sorted { ($0 * 7919 % 1000, $0) < ($1 * 7919 % 1000, $1) }.map { "log-\($0)" }
        let one = try await queue.store.records.firstPage(.queued(), pageSize: 32, snapshot: "s", now: .zero)
        #expect(one.pages == 2_501 && logs(one) == Array(expected.prefix(8)))
        _ = try await queue.grant(free: 100)
        for number in [2, 3, 4, 2_000, 2_001, 1_990, 5, 2_500, 2_501] {
            let found = try await page(queue, number)
            #expect(logs(found) == Array(expected.dropFirst((number - 1) * 8).prefix(8)), "page \(number)")
        }
    }

    /// Each statement for a page of a long queue starts at its place and ends with its page.
    @Test func pagesOfTheQueueUseItsIndex() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let plan = try await queue.store.writer.read { database in
            let list = RecordList.queued()
            let sql =
                "SELECT queue.id FROM \(list.table) \(try list.source.sql)"
                + " AND (queue.created_at, queue.id) >= (5, 5) \(list.order) LIMIT 9"
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { row -> String in row["detail"] }
        }
        #expect(plan.contains { $0.hasPrefix("SEARCH queue USING INDEX queue_open") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
