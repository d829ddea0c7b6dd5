import DeliveryRules
import Foundation
import GRDB
import StoreEngine
import StoreSupport
import Testing

@testable import QueueStore

/// A seat's records in any state, by the time of measurement.
@Suite struct QueueHistoryTests {
    private let day = 86_400.0

    /// Accepts a record that was measured this many seconds after the test's start.
    private func accept(
        _ queue: QueueFixture,
        _ key: String,
        measured seconds: Double,
        revision: Int = 1,
        seat: String = "bed",
        metric: String = "pulse"
    ) async throws {
        let json = #"{"timestamp":"2026-03-01T08:00:00.250Z","measurements":[{"metric":"\#(metric)","value":1}]}"#
        let record = NewRecord(
            logID: "log-\(key)",
            sessionID: "session-\(seat)",
            seat: seat,
            record: Data(json.utf8),
            isHistory: false,
            measuredAt: queue.later(seconds)
        )
        let decision = ReadingDecision(
            readingKey: key,
            revision: revision,
            hub: "hub",
            seenAt: queue.at,
            outcome: .queue(record),
            isByOperator: false,
            notifications: []
        )
        _ = try await queue.store.records.accept([decision], at: queue.at)
    }

    private func logs(_ queue: QueueFixture, _ list: RecordList) async throws -> [String] {
        try await queue.store.records.records(list).elements.map(\.entry.logID)
    }

    @Test func whatWasMeasuredLastStandsFirstInWhateverState() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await accept(queue, "b", measured: 20)
        try await accept(queue, "a", measured: 30)
        try await accept(queue, "c", measured: 10)
        try await accept(queue, "other", measured: 25, seat: "chair")
        let grants = try await queue.grant(free: 4)
        for grant in grants where grant.logID != "log-c" {
            let outcome: AttemptOutcome =
                grant.logID == "log-a"
                ? .done(serverID: "s") : .failed(DeliveryError(code: "http422", message: "no"))
            try await queue.settle(grant.logID, grant.fence, outcome)
        }
        let found = try await queue.store.records.records(.history(seat: "bed"))
        #expect(found.elements.map(\.entry.logID) == ["log-a", "log-b", "log-c"] && found.total == 3)
        #expect(found.elements.map(\.measuredAt) == [30, 20, 10].map { queue.later($0) })
        #expect(found.elements.first?.destinationID == "s")
        #expect(try await logs(queue, .history(seat: "chair")) == ["log-other"])
    }

    @Test func timesAndMetricsPickOut() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await accept(queue, "a", measured: 10)
        try await accept(queue, "b", measured: 20, metric: "systolic")
        try await accept(queue, "c", measured: 30, metric: "systolic")
        let (from, to) = (queue.later(20), queue.later(30))
        #expect(try await logs(queue, .history(seat: "bed", from: from)) == ["log-c", "log-b"])
        #expect(try await logs(queue, .history(seat: "bed", from: from, to: to)) == ["log-b"], "the end is not in it")
        #expect(try await logs(queue, .history(seat: "bed", metrics: ["systolic"])) == ["log-c", "log-b"])
        #expect(
            try await logs(queue, .history(seat: "bed", to: to, metrics: ["systolic", "pulse"])) == ["log-b", "log-a"]
        )
        #expect(try await logs(queue, .history(seat: "bed", metrics: ["body_weight"])).isEmpty)
    }

    @Test func theNewestOfEachMetricIsFoundBehindAThousandOthers() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await accept(queue, "old", measured: 1, metric: "systolic")
        try await accept(queue, "pressure", measured: 10, metric: "systolic")
        try await accept(queue, "weight", measured: 20, metric: "body_weight")
        try await accept(queue, "other", measured: 5_000, seat: "chair", metric: "spo2")
        for number in 0..<100 { try await accept(queue, "p\(number)", measured: 100 + Double(number)) }
        func newest(_ from: Date? = nil, limit: Int = 64) async throws -> [String] {
            try await queue.store.records.newest(.history(seat: "bed", from: from), limit: limit).map(\.entry.logID)
        }
        #expect(try await newest() == ["log-p99", "log-weight", "log-pressure"])
        #expect(try await newest(queue.later(15)) == ["log-p99", "log-weight"])
        #expect(try await newest(limit: 1) == ["log-p99"])
    }

    @Test func aRevisionMayTellAnotherTime() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await accept(queue, "a", measured: 10)
        try await accept(queue, "b", measured: 20)
        try await accept(queue, "a", measured: 40, revision: 2)
        #expect(try await logs(queue, .history(seat: "bed")) == ["log-a", "log-b"])
        try await queue.change("log-b", from: 1, to: "another value")
        #expect(try await logs(queue, .history(seat: "bed")) == ["log-a", "log-b"], "a hand changes no time")
    }

    @Test func laterPagesAreAsThingsWereAtPageOne() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<8 { try await accept(queue, "k\(number)", measured: Double(number)) }
        let list = RecordList.history(seat: "bed")
        let one = try await queue.store.records.firstPage(list, pageSize: 3, snapshot: "s", now: queue.clock(0))
        #expect(one.pages == 3 && one.elements.map(\.entry.logID) == ["log-k7", "log-k6", "log-k5"])
        try await accept(queue, "new", measured: 99)
        let two = try await queue.store.records.page(2, of: list, snapshot: "s", now: queue.clock(1))
        let three = try await queue.store.records.page(3, of: list, snapshot: "s", now: queue.clock(2))
        #expect((two.elements + three.elements).map(\.entry.logID) == (0...4).reversed().map { "log-k\($0)" })
    }

    @Test func aPageIsFoundByTheIndex() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let plan = try await queue.store.writer.read { database in
            let list = RecordList.history(seat: "bed", from: queue.at)
            let (source, arguments) = try list.source
            let sql = "SELECT queue.id FROM \(list.table) \(source) AND \(list.bound) \(list.order) LIMIT 9"
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments + [5, 5])
                .map { row -> String in row["detail"] }
        }
        #expect(plan.contains { $0.hasPrefix("SEARCH queue USING INDEX queue_history") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func itIsKeptForItsTimeAndGoesInSlices() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<1_201 { try await accept(queue, "k\(number)", measured: Double(number)) }
        for grant in try await queue.grant(free: 1_300) {
            try await queue.settle(grant.logID, grant.fence, .done(serverID: "s"))
        }
        try await accept(queue, "waits", measured: -5)
        let kept = QueueRetention(submitted: .seconds(10 * 86_400))
        #expect(try await queue.store.deleteExpired(kept, at: queue.later(9 * day)) == 0)
        #expect(try await queue.store.records.records(.history(seat: "bed")).total == 1_202)
        #expect(try await queue.store.deleteExpired(kept, at: queue.later(11 * day)) == 1_201)
        #expect(try await logs(queue, .history(seat: "bed")) == ["log-waits"])
    }

    @Test func seatsAndSessionsAreListedWithWhatStandsThere() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await accept(queue, "a", measured: 10)
        try await accept(queue, "b", measured: 30)
        try await accept(queue, "c", measured: 50)
        let grants = try await queue.grant(free: 3)
        try await queue.settle(grants[0].logID, grants[0].fence, .done(serverID: "s"))
        try await queue.settle(grants[1].logID, grants[1].fence, .failed(DeliveryError(code: "http422", message: "")))
        _ = try await queue.store.records.delete(logID: "log-c", baseRevision: 1, at: queue.at)
        #expect(try await queue.store.sessions.seats(held: true) == ["bed", "chair"])
        let facts = try await queue.store.sessions.facts(ofSeats: ["bed", "chair", "nobody"])
        #expect(facts[0].session?.userID == "user-bed" && facts[0].lastMeasuredAt == queue.later(30))
        #expect(facts[0].rejected == 1 && facts[0].waiting == 1 && facts[0].unsynced == 0)
        #expect(facts[1].lastMeasuredAt == nil && facts[2].session == nil)
        try await queue.store.sessions.end("session-chair", reason: "requested", at: queue.later(60))
        try await queue.startSession("session-next", seat: "chair", user: "u2", at: queue.later(70))
        let sessions = try await queue.store.sessions.sessions(seat: "chair").elements
        #expect(sessions.map(\.session.id) == ["session-next", "session-chair"])
        #expect(try await queue.store.sessions.sessions().elements.first { $0.session.seat == "bed" }?.open == 1)
    }
}
