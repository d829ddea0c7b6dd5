import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct QueuePeopleTests {
    @Test func repeatsChangeNothing() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        #expect(try await queue.accept(queue.decision("a")) == [.queued])
        #expect(try await queue.accept(queue.decision("a"), queue.decision("b")) == [.duplicate, .queued])
        #expect(try await queue.store.delivery.depths().pendingLive == 2)
        #expect(try await queue.told("didReadPeripheral").count == 2, "a repeat tells nothing")
    }

    @Test func aKeyGoesToOnePersonOnly() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let other = queue.decision("a", revision: 2, session: "session-chair", logID: "log-chair-a")
        #expect(try await queue.accept(other) == [.belongsToAnother])
        #expect(try await queue.store.records.record(logID: "log-chair-a") == nil)
        #expect(try await queue.store.records.givenKey("a")?.userID == "user-bed")
        let byHand = queue.decision("a", session: "session-chair", logID: "log-chair-a", byOperator: true)
        #expect(try await queue.accept(byHand) == [.queued])
        #expect(try await queue.store.records.givenKey("a")?.userID == "user-chair")
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.state == .withdrawn)
        #expect(try await queue.grant().map(\.logID) == ["log-chair-a"])
    }

    @Test func whatIsGivenBackIsNewerThanItsDeletion() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let away = queue.decision("a", session: "session-chair", logID: "log-chair-a", byOperator: true)
        #expect(try await queue.accept(away) == [.queued])
        #expect(try await queue.accept(queue.decision("a", byOperator: true)) == [.updated])
        #expect(try await queue.store.records.givenKey("a")?.userID == "user-bed")
        #expect(try await queue.store.records.record(logID: "log-chair-a")?.entry.state == .withdrawn)
        #expect(try await queue.grant().map { "\($0.logID) \($0.isDeletion)" } == ["log-a false"])
    }

    @Test func allDecisionsOrNone() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let error = await #expect(throws: StoreError.self) {
            try await queue.accept(queue.decision("a"), queue.decision("b", session: "nobody"))
        }
        #expect(error?.code == .notFound)
        #expect(try await queue.store.records.record(logID: "log-a") == nil)
        #expect(try await queue.store.notifications.entries(since: 0, limit: 9).isEmpty)
    }

    private func decision(_ queue: QueueFixture, _ key: String, _ outcome: ReadingDecision.Outcome, revision: Int = 1)
        -> ReadingDecision
    {
        ReadingDecision(
            readingKey: key,
            revision: revision,
            hub: "hub",
            mergeKey: "m",
            seenAt: queue.at,
            outcome: outcome
        )
    }

    @Test func heldReadingsWaitForTheirOwner() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let hold = ReadingDecision.Outcome.hold(reading: Data([1]), reason: "noOwner", device: "d")
        #expect(try await queue.accept(decision(queue, "a", hold)) == [.held])
        #expect(try await queue.accept(decision(queue, "a", hold)) == [.duplicate])
        #expect(try await queue.accept(decision(queue, "a", hold, revision: 2)) == [.held])
        #expect(try await queue.store.held.readings().elements.map(\.revision) == [2])
        #expect(try await queue.store.records.givenKey("a") == nil)
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.queued])
        #expect(try await queue.store.held.readings().total == 0)
        #expect(try await queue.accept(decision(queue, "a", hold)) == [.duplicate], "a given key is not held again")
        #expect(try await queue.store.held.readings().total == 0)
    }

    @Test func discardedReadingsDoNotComeBack() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let hold = ReadingDecision.Outcome.hold(reading: Data([1]), reason: "noOwner", device: "d")
        try await queue.accept(decision(queue, "a", hold))
        #expect(try await queue.accept(decision(queue, "a", .discard)) == [.discarded])
        #expect(try await queue.accept(decision(queue, "a", hold)) == [.duplicate])
        #expect(try await queue.accept(queue.decision("a")) == [.duplicate])
        #expect(try await queue.accept(queue.decision("a", byOperator: true)) == [.queued])
    }

    @Test func oneMeasurementHeardTwiceIsOne() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        var first = queue.decision("a")
        first.mergeKey = "m"
        try await queue.accept(first)
        let found = try await queue.store.records.mergeCandidates(
            mergeKey: "m",
            from: queue.later(-60),
            to: queue.later(60)
        )
        #expect(found.map(\.readingKey) == ["a"])
        #expect(
            try await queue.store.records.mergeCandidates(mergeKey: "m", from: queue.later(1), to: queue.later(60))
                .isEmpty
        )
        #expect(try await queue.accept(decision(queue, "b", .merge(into: "a"))) == [.merged])
        #expect(try await queue.accept(queue.decision("b")) == [.duplicate])
        #expect(try await queue.store.delivery.depths().pendingLive == 1)
    }

    @Test func startEndsTheSeatsSession() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.grant(free: 1)
        let ended = try await queue.startSession("next", seat: "bed", user: "other", at: queue.later(10))
        #expect(ended?.id == "session-bed")
        #expect(ended?.endReason == "replaced")
        #expect(ended?.isEndTold == false, "one record is still leased")
        #expect(ended?.sealedToken != nil)
        #expect(try await queue.grant().isEmpty, "grants stopped with the end")
        #expect(try await queue.told("sessionEnded").isEmpty)
        #expect(try await queue.store.sessions.open().map(\.id) == ["session-bed", "next"])
        try await queue.settle(
            "log-a",
            1,
            .retry(afterMilliseconds: 0, possiblySent: true, error: DeliveryError(code: "timeout", message: ""))
        )
        #expect(try await queue.told("sessionEnded") == ["session-bed 2"])
        let unsynced = try await queue.store.records.records(.unsynced(sessionID: "session-bed"), page: 1, pageSize: 1)
        #expect(unsynced.pages == 2 && unsynced.total == 2)
        #expect(unsynced.elements.map(\.entry.state) == [.ended(outcomeUnknown: true)])
        let second = try await queue.store.records.records(.unsynced(sessionID: "session-bed"), page: 2, pageSize: 1)
        #expect(second.elements.map(\.entry.state) == [.ended(outcomeUnknown: false)])
        #expect(try await queue.store.records.records(.unsynced(sessionID: "session-bed"), page: .max).elements.isEmpty)
        #expect(try await queue.store.sessions.session(id: "session-bed")?.sealedToken == nil)
    }

    @Test func leaseEndFinishesAnEndedSession() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.store.sessions.end("session-bed", reason: "request", at: queue.at)
        try await queue.store.sessions.end("session-bed", reason: "again", at: queue.later(5))
        #expect(try await queue.store.sessions.session(id: "session-bed")?.endReason == "request")
        #expect(try await queue.told("sessionEnded").isEmpty)
        try await queue.store.delivery.expireLeases(now: queue.clock(30), at: queue.later(30))
        #expect(try await queue.told("sessionEnded") == ["session-bed 1"])
        // An answer that arrives after all this is still accepted.
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        #expect(try await queue.told("recordSubmitted").count == 1)
        #expect(try await queue.told("sessionEnded").count == 1)
    }

    @Test func lateRecordJoinsTheUnsyncedList() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.store.sessions.end("session-bed", reason: "request", at: queue.later(10))
        let then = try await queue.store.sessions.sessions(at: [("bed", queue.later(10)), ("bed", queue.later(5))])
        #expect(then.map { $0?.id } == [nil, "session-bed"])
        #expect(try await queue.accept(queue.decision("a")) == [.unsynced])
        #expect(try await queue.store.records.records(.unsynced(sessionID: "session-bed")).total == 1)
        #expect(try await queue.grant().isEmpty)
    }

    @Test func assignmentsAreIntervals() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for (seat, index, from) in [("bed", nil, 0.0), ("chair", nil, 10), ("sofa", 2, 10)] as [(String, Int?, Double)]
        {
            try await queue.store.assignments.set(
                device: "d",
                userIndex: index,
                seat: seat,
                from: queue.later(from),
                at: queue.at
            )
        }
        let all = try await queue.store.assignments.assignments(devices: ["d"])
        #expect(all.map(\.seat) == ["bed", "chair", "sofa"])
        #expect(all.map(\.until) == [queue.later(10), nil, nil])
        #expect(
            try await queue.store.assignments.end(device: "d", userIndex: nil, until: queue.later(20), at: queue.at)?
                .until
                == queue.later(20)
        )
        #expect(
            try await queue.store.assignments.end(device: "d", userIndex: 7, until: queue.later(20), at: queue.at)
                == nil
        )
        #expect(try await queue.store.assignments.assignments(devices: ["x"]).isEmpty)
    }
}
