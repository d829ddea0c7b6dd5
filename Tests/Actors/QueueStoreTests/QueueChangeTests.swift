import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct QueueChangeTests {
    private func delivered(_ body: (QueueFixture) async throws -> Void) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        try await body(queue)
    }

    @Test func changeIsDeliveredToTheServersOwnID() async throws {
        try await delivered { queue in
            guard case .changed(let record, isRepeat: false) = try await queue.change("log-a", from: 1, to: "hand")
            else {
                Issue.record("the change was not taken")
                return
            }
            #expect(record.entry.newestRevision == 2)
            let grant = try #require(try await queue.grant().first)
            #expect(grant.isUpdate && grant.serverID == "s" && grant.record == Data("hand".utf8))
            // The server gives no id for a change, so the known one is kept.
            try await queue.settle("log-a", 2, .done(serverID: nil))
            #expect(try await queue.store.records.record(logID: "log-a")?.destinationID == "s")
        }
    }

    @Test func repeatsChangeNothingAndOtherRevisionsAreRefused() async throws {
        try await delivered { queue in
            try await queue.change("log-a", from: 1, to: "hand")
            guard case .changed(_, isRepeat: true) = try await queue.change("log-a", from: 1, to: "hand") else {
                Issue.record("the repeat was not known")
                return
            }
            #expect(try await queue.change("log-a", from: 1, to: "other") == .otherRevision(2))
            for revision in [7, .max, .min] {
                #expect(try await queue.change("log-a", from: revision, to: "other") == .otherRevision(2))
                let deleted = try await queue.store.records.delete(logID: "log-a", baseRevision: revision, at: queue.at)
                #expect(deleted == .otherRevision(2))
            }
            #expect(
                try await queue.store.records.delete(logID: "log-a", baseRevision: 1, at: queue.at) == .otherRevision(2)
            )
            #expect(try await queue.change("log-x", from: 1, to: "hand") == .unknown)
            #expect(try await queue.grant().map(\.revision) == [2])
        }
    }

    @Test func deletionIsToldOnceAndForgetsTheID() async throws {
        try await delivered { queue in
            _ = try await queue.store.records.delete(logID: "log-a", baseRevision: 1, at: queue.at)
            guard
                case .changed(_, isRepeat: true) = try await queue.store.records.delete(
                    logID: "log-a",
                    baseRevision: 1,
                    at: queue.at
                )
            else {
                Issue.record("the repeat was not known")
                return
            }
            let grant = try #require(try await queue.grant().first)
            #expect(grant.isDeletion && grant.serverID == "s")
            try await queue.settle("log-a", 2, .done(serverID: nil))
            #expect(try await queue.told("recordDeleted") == ["log-a 2 a#1"])
            #expect(try await queue.store.records.record(logID: "log-a")?.destinationID == nil)
            #expect(try await queue.change("log-a", from: 2, to: "hand") == .deleted)
            #expect(try await queue.grant().isEmpty)
        }
    }

    @Test func deletionThatWasRefusedIsTriedAgainByHand() async throws {
        try await delivered { queue in
            _ = try await queue.store.records.delete(logID: "log-a", baseRevision: 1, at: queue.at)
            _ = try await queue.grant()
            try await queue.settle("log-a", 2, .failed(DeliveryError(code: "http422", message: "")))
            #expect(try await queue.grant().isEmpty)
            _ = try await queue.store.records.delete(logID: "log-a", baseRevision: 2, at: queue.at)
            #expect(try await queue.grant().first?.isDeletion == true)
        }
    }

    @Test func producersLaterRevisionDoesNotUndoTheHand() async throws {
        try await delivered { queue in
            try await queue.change("log-a", from: 1, to: "hand")
            let known = try #require(try await queue.store.records.givenKey("a"))
            #expect(known.revision == 2 && known.producerRevision == 1 && known.isChangedByHand)
            // Revision 2 of the producer is not the operator's revision 2.
            #expect(try await queue.accept(queue.decision("a", revision: 1)) == [.duplicate])
            #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.changedByHand])
            #expect(try await queue.accept(queue.decision("a", revision: 3)) == [.changedByHand])
            #expect(try await queue.grant().map(\.record) == [Data("hand".utf8)])
            try await queue.settle("log-a", 2, .done(serverID: "s"))
            #expect(try await queue.accept(queue.decision("a", revision: 2, byOperator: true)) == [.updated])
            let confirmed = try #require(try await queue.grant().first)
            #expect(confirmed.revision == 3 && confirmed.record == Data("a#2".utf8))
        }
    }

    @Test func heldRevisionOfAChangedRecordIsNotARepeat() async throws {
        try await delivered { queue in
            try await queue.change("log-a", from: 1, to: "hand")
            var held = queue.decision("a", revision: 2)
            held.outcome = .hold(reading: Data("reading".utf8), reason: "noAssignment", device: nil)
            #expect(try await queue.accept(held) == [.changedByHand], "no assignment decides about it")
            held.outcome = .hold(reading: Data("r".utf8), reason: "changedByHand", device: nil, awaitsPerson: true)
            #expect(try await queue.accept(held) == [.held])
            #expect(try await queue.accept(held) == [.duplicate])
            // A reading that a person discarded does not return, even next to an operator's revision 2.
            var discarded = queue.decision("a", revision: 2, byOperator: true)
            discarded.outcome = .discard
            #expect(try await queue.accept(discarded) == [.discarded])
            #expect(try await queue.accept(held) == [.duplicate])
            #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.duplicate])
            #expect(try await queue.accept(queue.decision("a", revision: 3)) == [.changedByHand])
        }
    }

    @Test func idOfAnEarlierRevisionsLateAnswerIsKept() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.store.delivery.expireLeases(now: queue.clock(60), at: queue.at)
        _ = try await queue.store.records.delete(logID: "log-a", baseRevision: 1, at: queue.at)
        try await queue.settle("log-a", 1, .done(serverID: "s"), at: 61)
        let grant = try #require(try await queue.grant(at: 61).first)
        #expect(grant.isDeletion && grant.isUpdate && grant.serverID == "s")
    }

    @Test func effectsAreDoneWithTheirAnswers() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.grant(free: 1)
        let retry = AttemptOutcome.retry(
            afterMilliseconds: 0,
            possiblySent: false,
            error: DeliveryError(code: "http429", message: "")
        )
        func settle(_ effect: AnswerEffect, fence: Int64 = 1, at seconds: Int64) async throws {
            _ = try await queue.store.delivery.settle(
                [Answer(logID: "log-a", fence: fence, outcome: retry, effect: effect)],
                now: queue.clock(seconds),
                at: queue.at
            )
        }
        try await settle(.holdSession(until: queue.clock(20)), at: 1)
        #expect(try await queue.grant(at: 19).isEmpty, "the whole session waits")
        // A repeat of the answer, long after, means nothing for the present.
        try await settle(.holdSession(until: queue.clock(99)), at: 20)
        #expect(try await queue.grant(free: 1, at: 20).map(\.logID) == ["log-a"])
        try await settle(.pauseDestination(reason: "r", at: queue.clock(20)), fence: 2, at: 20)
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.map(\.reason) == ["r"])
        try await settle(.endSession(reason: "unauthorized"), fence: 2, at: 20)
        #expect(try await queue.store.sessions.session(id: "session-bed")?.endReason == "unauthorized")
        #expect(try await queue.told("sessionEnded") == ["session-bed 2"])
    }

    @Test func aPausedDestinationIsProbedEarlyAndThenSeldom() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        var (now, waits): (Int64, [Int64]) = (0, [])
        for fence in Int64(1)...6 {
            #expect(try await queue.grant(free: 1, at: now).map(\.isProbe) == [fence > 1])
            let outcome = AttemptOutcome.released(possiblySent: false)
            let effect = AnswerEffect.pauseDestination(reason: "portal", at: queue.clock(now))
            let told = Answer(logID: "log-a", fence: fence, outcome: outcome, effect: effect)
            // A repeat of the answer, and answers for other records at the same portal, do not lengthen the pause.
            for _ in 0..<2 { _ = try await queue.store.delivery.settle([told], now: queue.clock(now), at: queue.at) }
            let next = try #require(try await queue.store.delivery.overview(waiting: 0).paused.first?.nextProbe)
            waits.append(next.milliseconds / 1_000 - now)
            #expect(try await queue.grant(free: 1, at: now + waits[waits.count - 1] - 1).isEmpty)
            now += waits[waits.count - 1]
        }
        #expect(waits == [2, 4, 8, 16, 30, 30])
    }

    @Test func unvalidatedSessionsAreTheRunningOnesWithCredentials() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        #expect(try await queue.store.sessions.unvalidated().map(\.id) == ["session-bed"])
        try await queue.store.sessions.setValidated(session: "session-bed", at: queue.at)
        #expect(try await queue.store.sessions.unvalidated().isEmpty)
    }
}
