import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// The same person's next session continues the records that an ended session left.
@Suite struct ContinuedSessionTests {
    private let timeout = AttemptOutcome.retry(
        afterMilliseconds: 0,
        possiblySent: true,
        error: DeliveryError(code: "timeout", message: "")
    )

    private func unsynced(_ queue: QueueFixture, _ session: String = "session-bed") async throws -> Int {
        try await queue.store.records.records(.unsynced(sessionID: session)).total
    }

    /// One record is waiting, one was possibly sent, and one is with a worker.
    private func withThree(_ body: (QueueFixture) async throws -> Void) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"), queue.decision("c"))
        #expect(try await queue.grant(free: 2).map(\.logID) == ["log-a", "log-b"])
        try await queue.settle("log-a", 1, timeout)
        try await body(queue)
    }

    @Test func theSamePersonsNextSessionTakesAllOver() async throws {
        try await withThree { queue in
            try await queue.store.sessions.end("session-bed", reason: "unauthorized", at: queue.later(5))
            #expect(try await queue.grant(at: 6).isEmpty)
            #expect(try await unsynced(queue) == 2)
            try await queue.startSession("next", seat: "bed", user: "user-bed", at: queue.later(10))
            #expect(try await unsynced(queue) == 0)
            let grants = try await queue.grant(at: 11)
            #expect(grants.map(\.logID) == ["log-a", "log-c"])
            #expect(grants.map(\.sessionID) == ["next", "next"])
            #expect(grants.map(\.possiblySent) == [true, false], "the unanswered attempt may have arrived")
            // The third one continues once its worker has answered, and only then is the end announced.
            #expect(try await queue.told("sessionEnded").isEmpty)
            try await queue.settle("log-b", 1, timeout, at: 12)
            #expect(try await queue.told("sessionEnded") == ["session-bed 0"])
            #expect(try await queue.grant(at: 13).map(\.logID) == ["log-b"])
            for (log, fence) in [("log-a", 2), ("log-b", 2), ("log-c", 1)] as [(String, Int64)] {
                try await queue.settle(log, fence, .done(serverID: log), at: 14)
            }
            #expect(try await queue.told("recordSubmitted").count == 3)
        }
    }

    @Test func aStartInPlaceOfTheSamePersonsSessionLeavesNothing() async throws {
        try await withThree { queue in
            try await queue.startSession("next", seat: "bed", user: "user-bed", at: queue.later(5))
            try await queue.store.delivery.expireLeases(now: queue.clock(40), at: queue.later(40))
            #expect(try await queue.told("sessionEnded") == ["session-bed 0"])
            #expect(try await queue.grant(at: 41).count == 3)
        }
    }

    @Test(arguments: ["other user", "other api"])
    func nobodyElseTakesAnythingOver(who: String) async throws {
        try await withThree { queue in
            let user = who == "other user" ? "somebody" : "user-bed"
            let api = who == "other api" ? "legacy" : "inform"
            try await queue.startSession("next", seat: "bed", user: user, api: api, at: queue.later(5))
            try await queue.settle("log-b", 1, timeout, at: 6)
            #expect(try await queue.told("sessionEnded") == ["session-bed 3"])
            #expect(try await queue.store.sessions.saveEnds(at: queue.later(7)) == 2, "saved as ended, not taken over")
            #expect(try await unsynced(queue) == 3)
            #expect(try await queue.grant(at: 8).isEmpty)
            #expect(try await queue.store.sessions.overview().leftovers["bed"]?.unsynced == 3)
            #expect(try await queue.store.sessions.overview().leftovers["bed"]?.endReason == "replaced")
            #expect(try await queue.store.sessions.leftover(seat: "bed")?.unsynced == 3)
            #expect(try await queue.store.sessions.leftover(seat: "bed")?.endReason == "replaced")
            #expect(try await queue.store.sessions.leftover(seat: "nobody's") == nil)
        }
    }

    /// A worker that was stopped with the old credentials answers after the record has moved to the next session.
    @Test(arguments: ["unauthorized", "done"])
    func anEarlierSessionsAnswerSaysNothingOfTheNextOnesCredentials(word: String) async throws {
        try await withThree { queue in
            try await queue.store.sessions.end("session-bed", reason: "unauthorized", at: queue.later(5))
            try await queue.startSession("next", seat: "bed", user: "user-bed", at: queue.later(10))
            try await queue.store.delivery.expireLeases(now: queue.clock(40), at: queue.later(40))
            let late =
                word == "done"
                ? Answer(logID: "log-b", fence: 1, outcome: .done(serverID: "s"))
                : Answer(
                    logID: "log-b",
                    fence: 1,
                    outcome: .released(possiblySent: false),
                    effect: .endSession(reason: "unauthorized")
                )
            _ = try await queue.store.delivery.settle([late], now: queue.clock(41), at: queue.later(41))
            let next = try #require(try await queue.store.sessions.session(id: "next"))
            #expect(next.endedAt == nil)
            #expect(!next.isValidated)
            #expect(try await queue.told("recordSubmitted").count == (word == "done" ? 1 : 0))
        }
    }

    @Test func manyGoOnInSlicesAndOverARestart() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for first in stride(from: 0, to: 1_100, by: 100) {
            let decisions = (first..<first + 100).map { number in
                var decision = queue.decision("k\(number)")
                decision.notifications = []
                return decision
            }
            _ = try await queue.store.records.accept(decisions, at: queue.at)
        }
        try await queue.store.sessions.end("session-bed", reason: "unauthorized", at: queue.later(5))
        try await queue.startSession("next", seat: "bed", user: "user-bed", at: queue.later(10))
        #expect(try await queue.told("sessionEnded") == ["session-bed 1100"], "when it ended, nobody took them over")
        #expect(try await queue.store.records.openCount(sessionID: "next") == 500)
        let again = try await queue.reopened()
        #expect(try await again.store.sessions.saveEnds(at: queue.later(20)) == 500)
        #expect(try await again.store.sessions.saveEnds(at: queue.later(20)) == 100)
        #expect(try await again.store.sessions.saveEnds(at: queue.later(20)) == 0)
        #expect(try await again.store.records.openCount(sessionID: "next") == 1_100)
        #expect(try await again.store.delivery.depths().pendingLive == 1_100)
        try await again.store.close()
    }

    @Test func whatComesLateGoesOnToo() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        try await queue.startSession("next", seat: "bed", user: "user-bed", at: queue.later(10))
        #expect(try await queue.accept(queue.decision("late")) == [.queued], "measured in the session that ended")
        try await queue.change("log-a", from: 1, to: "a#2")
        let grants = try await queue.grant(at: 11)
        #expect(grants.map(\.logID) == ["log-late", "log-a"] || grants.map(\.logID) == ["log-a", "log-late"])
        #expect(grants.map(\.sessionID) == ["next", "next"])
    }

    @Test func itGoesOnAtAnotherSeatAndIsErasedWithItsOwn() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        // The same person's parallel session takes over nothing.
        try await queue.startSession("beside", seat: "sofa", user: "user-bed", at: queue.later(1))
        try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.later(5))
        #expect(try await unsynced(queue) == 1)
        try await queue.startSession("next", seat: "chair", user: "user-bed", at: queue.later(10))
        #expect(try await queue.grant(at: 11).map(\.sessionID) == ["next"])
        try await queue.settle("log-a", 1, timeout, at: 12)
        let erased = try await queue.store.eraseSeat("bed", at: queue.later(20))
        #expect(erased.records == 1)
        #expect(try await queue.store.records.record(logID: "log-a") == nil)
    }
}
