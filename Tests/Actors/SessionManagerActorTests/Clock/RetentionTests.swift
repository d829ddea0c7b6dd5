import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Undelivered records are deleted after their time, and only by a good clock.
@Suite struct RetentionTests {
    /// A site with one unsynced record.
    private func site() async throws -> (SessionSite, session: String) {
        let site = try SessionSite()
        let session = Collected<String>()
        try await site.running { manager in
            session.add(try await manager.start("bed-1", user: "ann").sessionID)
            try await manager.assign()
            #expect(try await manager.submit(try Samples.reading()) == ["accepted"])
            manager.pass(60)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            while try await manager.actor.store.sessions.saveEnds(at: site.time.date) > 0 {}
        }
        return (site, session.all[0])
    }

    @Test func aClockThatIsFarAheadDeletesNothingAndSaysSo() async throws {
        let (site, session) = try await site()
        site.time.pass(400 * 86_400)
        // This includes the second start, when the store has times of the wrong clock.
        for _ in 1...2 {
            try await site.running(["clock.trusted": "true"]) { manager in
                try await eventually("retention was looked at") {
                    await manager.actor.health().problems.map(\.code).contains("retentionWaits")
                }
                try await manager.start("bed-2", user: "bob")
                try await manager.end("bed-2")
                #expect(try await manager.unsynced(session).count == 1)
                try await eventually("it is logged") {
                    site.log.all.contains { $0.contains("old data is not deleted") }
                }
            }
        }
    }

    @Test func aClockThatNobodyKeepsDeletesNothing() async throws {
        let (site, session) = try await site()
        site.time.pass(20 * 86_400)
        try await site.running(isClockKept: false) { manager in
            try await eventually("retention was looked at") {
                await manager.actor.health().problems.map(\.code).contains("retentionWaits")
            }
            #expect(try await manager.unsynced(session).count == 1)
        }
    }

    @Test func aGoodClockDeletesWhatIsPastItsTimeAndCountsIt() async throws {
        let (site, session) = try await site()
        // Such a hub is switched off at night: no time is far from the previous one.
        for _ in 1...8 {
            site.time.pass(20 * 3_600)
            try await site.running { manager in
                try await eventually("the clock is trusted") {
                    try await manager.actor.store.setting(RetentionService.trustedTime)
                        == Data(String(site.time.date.millisecondsSince1970).utf8)
                }
            }
        }
        site.time.pass(20 * 3_600)
        try await site.running { manager in
            try await eventually("it is deleted") { try await manager.unsynced(session).isEmpty }
            try await eventually("it is counted") { await manager.actor.health().counters["deleted"] ?? 0 >= 1 }
            try await eventually("it is logged") { site.log.all.contains { $0.contains("deleted old rows") } }
        }
    }
}
