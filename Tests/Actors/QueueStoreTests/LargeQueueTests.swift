import DeliveryRules
import Foundation
import GRDB
import SeededRandom
import StoreEngine
import StoreSupport
import Testing

@testable import QueueStore

/// The work of each step stays the same however many records wait.
@Suite struct LargeQueueTests {
    private let error = DeliveryError(code: "http503", message: "later")

    /// The counts kept by triggers, and the same counts calculated directly.
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

    @Test func countsFollowEveryChange() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        var random = SplitMix64(seed: 7)
        var leased: [Grant] = []
        for step in 0..<150 {
            let second = Int64(step)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let session = Bool.random(using: &random) ? "session-bed" : "session-chair"
                try await queue.accept(
                    queue.decision("k\(step)", session: session, history: Bool.random(using: &random))
                )
            case 2: leased += try await queue.grant(free: 3, at: second)
            case 3:
                guard let grant = leased.popLast() else { continue }
                let outcomes: [AttemptOutcome] = [
                    .done(serverID: "s"), .failed(error), .released(possiblySent: true),
                    .retry(afterMilliseconds: 3_000, possiblySent: false, error: error),
                ]
                try await queue.settle(
                    grant.logID,
                    grant.fence,
                    outcomes[Int.random(in: 0..<4, using: &random)],
                    at: second
                )
            case 4:
                // The record may already be gone.
                if let grant = leased.first {
                    _ = try? await queue.store.records.delete(
                        logID: grant.logID,
                        baseRevision: 1,
                        at: queue.at
                    )
                }
            default:
                try await queue.store.delivery.expireLeases(now: queue.clock(second), at: queue.at)
                if step > 100 {
                    try await queue.store.deleteExpired(QueueRetention(submitted: .zero), at: queue.later(1))
                }
            }
            let (kept, counted) = try await counts(queue)
            #expect(kept == counted, "after step \(step)")
        }
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        while try await queue.store.sessions.saveEnds(limit: 2, at: queue.at) > 0 {}
        let (kept, counted) = try await counts(queue)
        #expect(kept == counted)
        #expect(!kept.contains { $0.hasPrefix("session-bed") && $0.contains("pending") })
    }

    @Test func aSessionsEndIsOneRowAndReadsAsTheMachineSays() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        for number in 0..<6 { try await queue.accept(queue.decision("k\(number)")) }
        try await queue.accept(queue.decision("other", session: "session-chair"))
        let sent = try #require(try await queue.grant(free: 1).first)
        try await queue.settle(sent.logID, 1, .released(possiblySent: true))
        let held = try #require(try await queue.grant("two", free: 1).first)
        #expect(held.logID == sent.logID)
        try await queue.settle(held.logID, 2, .released(possiblySent: false))
        let unanswered = try #require(try await queue.grant("two", free: 1).first)
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)

        func check(_ queue: QueueFixture) async throws {
            let depths = try await queue.store.delivery.depths()
            #expect(depths.pendingLive == 1 && depths.unsynced == 5 && depths.leased == 1)
            #expect(try await queue.store.delivery.depths(seat: "bed").leased == 1)
            #expect(try await queue.store.records.records(.queued()).total == 2)
            let unsynced = try await queue.store.records.records(.unsynced(sessionID: "session-bed"))
            #expect(unsynced.total == 5)
            #expect(unsynced.elements.allSatisfy { $0.entry.state == .ended(outcomeUnknown: false) })
            #expect(try await queue.store.records.openCount(sessionID: "session-bed") == 6)
        }
        try await check(queue)
        #expect(try await queue.store.sessions.saveEnds(limit: 3, at: queue.at) == 3)
        try await check(queue)
        #expect(try await queue.store.sessions.saveEnds(limit: 3, at: queue.at) == 2)
        #expect(try await queue.store.sessions.saveEnds(limit: 3, at: queue.at) == 0)
        try await check(queue)
        #expect(try await queue.grant().map(\.logID) == ["log-other"])
        // The end is announced with the last answer, and counts the waiting records.
        #expect(try await queue.told("sessionEnded").isEmpty)
        try await queue.settle(unanswered.logID, unanswered.fence, .released(possiblySent: true))
        #expect(try await queue.told("sessionEnded") == ["session-bed 6"])
        let last = try await queue.store.records.record(logID: unanswered.logID)
        #expect(last?.entry.state == .ended(outcomeUnknown: true))
    }

    @Test func aRecordOfAnEndedSessionIsTakenBackOrChangedLikeAnyEndedOne() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        _ = try await queue.store.records.update(logID: "log-a", baseRevision: 1, at: queue.at) { _, _ in
            Data("new".utf8)
        }
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.state == .ended(outcomeUnknown: false))
        _ = try await queue.store.records.delete(logID: "log-b", baseRevision: 1, at: queue.at)
        #expect(try await queue.store.records.record(logID: "log-b")?.entry.state == .withdrawn)
        #expect(try await queue.store.delivery.depths().unsynced == 1)
    }

    @Test func whatWaitsIsToldBySeatWithTheOldestsLastError() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair", "sofa"])
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("h", history: true), at: queue.later(5))
        try await queue.accept(queue.decision("a"), queue.decision("b"), at: queue.later(1))
        try await queue.accept(queue.decision("c", session: "session-chair"), at: queue.later(2))
        let grants = try await queue.grant(free: 2)
        for grant in grants where grant.logID == "log-a" {
            let retry = AttemptOutcome.retry(afterMilliseconds: 9_000, possiblySent: false, error: error)
            try await queue.settle(grant.logID, grant.fence, retry)
        }
        let waiting = try await queue.store.delivery.overview(waiting: 9).waiting
        #expect(waiting.map(\.seat) == ["bed", "chair"])
        #expect(waiting.map(\.count) == [3, 1] && waiting.map(\.history) == [1, 0])
        #expect(waiting.map(\.since) == [queue.later(1), queue.later(2)])
        #expect(waiting.map(\.lastError) == ["http503", nil])
        #expect(try await queue.store.delivery.overview(waiting: 1).waiting.map(\.seat) == ["bed"])
    }

    @Test func whatIsReadyIsWhatIsGranted() async throws {
        let queue = try await QueueFixture(seats: ["bed"])
        defer { queue.fixture.remove() }
        try await queue.startSession("legacy", seat: "chair", user: "v", api: "legacy")
        for number in 0..<4 { try await queue.accept(queue.decision("h\(number)", history: true)) }
        try await queue.accept(queue.decision("l"), queue.decision("x", session: "legacy"))
        func ready(_ limit: Int = 100, at seconds: Int64 = 0) async throws -> [ReadyWork] {
            try await queue.store.delivery.ready(.unlimited, limit: limit, now: queue.clock(seconds), at: queue.at)
        }
        #expect(
            try await ready() == [
                ReadyWork(api: "inform", live: 1, history: 4), ReadyWork(api: "legacy", live: 1, history: 0),
            ]
        )
        #expect(try await ready(2).first == ReadyWork(api: "inform", live: 1, history: 2))
        let forty = try await queue.store.delivery.ready(RateLimit(perHour: 4), limit: 9, now: .zero, at: queue.at)
        #expect(forty.first == ReadyWork(api: "inform", live: 1, history: 1))
        #expect(try await queue.grant(apis: ["legacy"]).map(\.logID) == ["log-x"])
        #expect(try await queue.grant(free: 3, history: 1).map(\.logID) == ["log-l", "log-h0"])
        try await queue.store.delivery.pauseDestination(
            api: "inform",
            reason: "r",
            nextProbe: queue.clock(9),
            at: queue.at
        )
        #expect(try await ready(at: 8).isEmpty)
        #expect(try await ready(at: 9) == [ReadyWork(api: "inform", live: 1, history: 0)])
        #expect(try await queue.grant(at: 9, apis: ["legacy"]).isEmpty)
        #expect(try await queue.grant(free: 1, at: 9, history: 0).map(\.logID) == ["log-h1"], "a probe of history")
    }

    @Test func delayedRecordsComeDueLiveFirstAndInSlices() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<4 { try await queue.accept(queue.decision("h\(number)", history: true)) }
        try await queue.accept(queue.decision("l"))
        for grant in try await queue.grant() {
            let wait: Int64 = grant.isHistory ? 5_000 : 6_000
            try await queue.settle(
                grant.logID,
                grant.fence,
                .retry(afterMilliseconds: wait, possiblySent: false, error: error)
            )
        }
        #expect(try await queue.store.delivery.nextDue() == queue.clock(5))
        #expect(try await queue.store.delivery.nextDue(after: queue.clock(5)) == queue.clock(6))
        #expect(try await !queue.store.delivery.isAnyDue(now: queue.clock(4)))
        #expect(try await queue.store.delivery.isAnyDue(now: queue.clock(5)))
        #expect(try await queue.store.delivery.promoteDue(now: queue.clock(6), limit: 2, at: queue.at))
        let ready = try await queue.store.delivery.ready(.unlimited, limit: 9, now: queue.clock(6), at: queue.at)
        #expect(ready == [ReadyWork(api: "inform", live: 1, history: 1)])
        #expect(try await queue.store.delivery.promoteDue(now: queue.clock(6), limit: 9, at: queue.at) == false)
        #expect(try await queue.grant(at: 6).map(\.logID) == ["log-l", "log-h0", "log-h1", "log-h2", "log-h3"])
    }

    @Test func hasteningADestinationTakesItsRecordsOnlyAndNoneThatItAskedToWait() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for name in ["a", "b", "c"] { try await queue.accept(queue.decision(name)) }
        for (grant, wait) in zip(try await queue.grant(), [90_000, 60_000, 900_000] as [Int64]) {
            let outcome = AttemptOutcome.retry(afterMilliseconds: wait, possiblySent: false, error: error)
            try await queue.settle(grant.logID, grant.fence, outcome)
        }
        func hasten(_ destination: String, limit: Int) async throws -> Int {
            try await queue.store.delivery.hasten(destination, limit: limit, within: queue.clock(300), at: queue.at)
        }
        #expect(try await queue.store.delivery.delayedDestinations() == ["inform"])
        #expect(try await hasten("legacy", limit: 9) == 0)
        #expect(try await hasten("inform/images", limit: 9) == 0)
        #expect(try await hasten("inform", limit: 1) == 1)
        #expect(try await queue.grant(at: 1).map(\.logID) == ["log-b"])
        #expect(try await hasten("inform", limit: 9) == 1)
        #expect(try await queue.grant(at: 1).map(\.logID) == ["log-a"])
        #expect(try await queue.store.delivery.delayedDestinations() == ["inform"])
    }

    @Test func hasteningTakesAllThatIsDelayed() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<5 { try await queue.accept(queue.decision("k\(number)", history: number % 2 == 0)) }
        for grant in try await queue.grant() {
            try await queue.settle(
                grant.logID,
                grant.fence,
                .retry(afterMilliseconds: 900_000, possiblySent: false, error: error)
            )
        }
        #expect(try await queue.grant(at: 1).isEmpty)
        #expect(try await queue.store.delivery.hastenAll(at: queue.at) == 5)
        #expect(try await queue.store.delivery.hastenAll(at: queue.at) == 0)
        #expect(try await queue.grant(at: 1).count == 5)
    }

    /// The statements of every step must not scan the queue.
    @Test(arguments: [
        DeliveryTable.nextDueQuery,
        "SELECT id FROM queue WHERE (state = 'leased' AND lease_until <= 1) OR lingering_until <= 1",
        """
        SELECT id, created_at FROM queue INDEXED BY queue_ready
        WHERE session_id = 'a' AND kind = 1 AND state = 'pending' AND not_before = 0
            AND (lingering_until IS NULL OR lingering_until <= 1 OR lingering_fence > revision_base)
        ORDER BY created_at, id LIMIT 16
        """,
        DeliveryTable.depthsQuery, DeliveryTable.waitingQuery, ReadySession.query,
        "SELECT * FROM queue WHERE session_id = 'a' AND state = 'ended' ORDER BY created_at, id LIMIT 50",
    ])
    func hotStatementsUseIndexes(_ sql: String) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let plan = try await queue.store.writer.read { database in
            let values = ["after": "1", "seat": "NULL", "suffix": "''", "now": "1", "paused": "0"]
            let text = values.reduce(sql) { $0.replacing(":\($1.key)", with: $1.value) }
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + text).map { row -> String in row["detail"] }
        }
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0 == "SCAN queue" || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    /// A session's end reads its first unsynced records in the writer's transaction.
    @Test(arguments: ["ended", "pending"])
    func theFirstUnsyncedAreFoundByTheirIndex(state: String) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let plan = try await queue.store.writer.read { database in
            let sql = "EXPLAIN QUERY PLAN " + RecordList.firstOfState
            return try Row.fetchAll(database, sql: sql, arguments: ["session-bed", state, 32])
                .map { row -> String in row["detail"] }
        }
        #expect(plan.contains { $0.hasPrefix("SEARCH queue USING INDEX queue_session (session_id=? AND state=?)") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN queue") }, "\(plan)")
    }

    /// Ended records and those still pending form one list, the oldest first, without another session's.
    @Test func theFirstUnsyncedOfBothStatesAreInOrder() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        for number in 0..<40 { try await queue.accept(queue.decision("k\(number)")) }
        try await queue.accept(queue.decision("other", session: "session-chair"))
        #expect(try await queue.store.records.firstUnsynced(sessionID: "session-bed").isEmpty)
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        let whole = try await queue.store.writer.read { database in
            try Data.fetchAll(
                database,
                sql: "SELECT record FROM queue WHERE session_id = 'session-bed' ORDER BY created_at, id LIMIT 32"
            )
        }
        #expect(whole.count == 32)
        for _ in 0..<6 {
            #expect(try await queue.store.records.firstUnsynced(sessionID: "session-bed").map(\.record) == whole)
            _ = try await queue.store.sessions.saveEnds(limit: 8, at: queue.at)
        }
    }
}
