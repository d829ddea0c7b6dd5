import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A hub without a battery clock: its wall clock is set back while people come and go.
@Suite struct SteppedClockTests {
    @Test func aSeatIsNotLockedByAClockThatIsSetBack() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            manager.site.time.step(-1_800)
            let next = try await manager.start("bed-1", user: "bob")
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")) == next)
            manager.site.time.step(-1_800)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            await manager.expect(.notFound) {
                _ = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
            }
        }
    }

    @Test func whatIsMeasuredInTheDoubtfulTimeIsHeldAndNobodysElse() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let former = try await manager.start("bed-1", user: "ann")
            try await manager.assign()
            manager.site.time.pass(3_600)
            try await manager.start("bed-1", user: "bob")
            manager.site.time.step(-1_800)
            // By the clock Ann's session still runs, but Bob is in the seat.
            #expect(try await manager.submit(try Samples.reading(1, at: 1_810)) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            #expect(try await manager.unsynced(former.sessionID).isEmpty)
            #expect(await manager.actor.health().problems.map(\.code).contains("clockSetBack"))
            #expect(site.log.all.contains { $0.contains("the clock was set back") })
            // An assignment decides nothing about a time that occurred twice.
            try await manager.assign(to: "bed-2", from: 1_800)
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            manager.site.time.pass(1_900)
            try await manager.assign(to: "bed-1", from: 3_650)
            #expect(try await manager.submit(try Samples.reading(2, at: 3_690)) == ["accepted"])
            #expect(await manager.actor.health().problems.isEmpty)
        }
    }

    /// No time occurs twice, so nothing is held; a person is warned that earlier times may be wrong.
    @Test func aClockThatIsSetAheadIsToldAndHoldsNothing() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign()
            manager.site.time.step(1_800)
            #expect(try await manager.submit(try Samples.reading(1, at: 1_810)) == ["accepted"])
            let health = await manager.actor.health()
            #expect(health.problems.map(\.code) == ["clockSetAhead"])
            #expect(health.counters["clockSteps"] == 1)
            #expect(site.log.all.contains { $0.contains("the clock was set ahead") })
            manager.site.time.pass(3_601)
            #expect(await manager.actor.health().problems.isEmpty)
        }
    }

    /// A hub that was off for weeks: its clock is right some minutes after the next person's session began.
    @Test func whatIsMeasuredInTheSkippedTimeIsHeld() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            manager.site.time.pass(600)
            try await manager.start("bed-1", user: "bob")
            try await manager.assign(to: "bed-1", from: 600)
            manager.site.time.step(86_400)
            #expect(try await manager.submit(try Samples.reading(1, at: 40_000)) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            manager.site.time.pass(600)
            #expect(try await manager.submit(try Samples.reading(2, at: 87_500)) == ["accepted"])
        }
        // Also after a restart, and with an assignment of before: the session itself may have begun later.
        try await site.running { manager in
            try await manager.assign(to: "bed-1", from: -3_600)
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            await manager.expect(.invalidArgument) { _ = try await manager.confirm(1, for: "bed-1") }
            // The clock was right before: what was set ahead is set back.
            manager.site.time.step(-86_400)
            #expect(try await manager.submit(try Samples.reading(3, at: 700)) == ["accepted"])
        }
    }

    /// The memory that such a read brings is of a time that the clock skipped.
    @Test func theDefaultUsersReadIsStoredNowhereAlsoInSkippedTime() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            _ = try await manager.call(
                SessionOperations.startSession,
                StartSession(seat: "bed-1", defaultUser: true)
            )
            manager.site.time.pass(600)
            try await manager.assign(to: "bed-1", from: 600)
            manager.site.time.step(86_400)
            let memory = try Samples.reading(1, at: 40_000, seat: "bed-1", history: true, askedAt: 87_000)
            #expect(try await manager.submit([memory]).map(\.outcome) == ["notStored"])
            #expect(try await manager.held().isEmpty)
        }
    }

    /// Its readings of the former person would otherwise come with a time of the next one.
    @Test func aHubWhoseClockIsAheadGivesNothingToTheNextPerson() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign()
            manager.site.time.pass(3_600)
            try await manager.start("bed-1", user: "bob")
            manager.site.time.pass(1_800)
            let lead = 1_200.0
            try await manager.site.calling(at: manager.site.time.date.addingTimeInterval(lead)) { hub in
                func submit(_ reading: Reading) async throws -> SubmittedRecords.Outcome? {
                    let body = SubmitRecords(records: [reading])
                    return try await hub.call(SessionOperations.submitRecords, hub: "site", body: body).results[0]
                        .outcome
                }
                // Measured before Bob came; also for the seat that a person named.
                #expect(try await submit(Samples.reading(1, at: 3_000 + lead)) == .held)
                let asked = try Samples.reading(2, at: 3_010 + lead, seat: "bed-1", askedAt: 3_005 + lead)
                #expect(try await submit(asked) == .held)
                // Both times are of one person.
                #expect(try await submit(Samples.reading(3, at: 2_000 + lead)) == .unsynced)
                #expect(try await submit(Samples.reading(4, at: 5_300 + lead)) == .accepted)
            }
            #expect(try await manager.held().map(\.reason) == ["clockUnknown", "clockUnknown"])
            try await manager.assign(to: "bed-1", from: -3_600)
            #expect(try await manager.held().count == 2, "no assignment decides about a time that may be wrong")
        }
    }

    @Test func aStepWhileNobodyLookedIsNoticedAtTheStartAndKept() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign()
            manager.site.time.pass(3_600)
            try await manager.start("bed-1", user: "bob")
        }
        site.time.step(-1_800)
        for number in 1...2 {
            try await site.running { manager in
                let outcomes = try await manager.submit(try Samples.reading(number, at: 1_810))
                #expect(outcomes == ["held"])
            }
        }
    }
}
