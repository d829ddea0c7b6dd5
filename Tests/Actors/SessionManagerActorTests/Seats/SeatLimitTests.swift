import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// The usual limits of a seat's values, set by an operator.
@Suite struct SeatLimitTests {
    private static let pressure = SeatLimits.Limit(metric: .systolic, lowest: 95, highest: 160)

    /// The last published limits of a seat, or nil if they were cleared.
    private func told(_ site: SessionSite, seat: String) -> SeatLimits? {
        // States are published at most every half second.
        site.clock.advance(by: .seconds(1))
        let last = site.messages.all.last { $0.topic.hasSuffix("/state/limits/\(seat)") }
        // Nil for a cleared state, which has no content.
        return last.flatMap { try? Envelope<SeatLimits>.decode($0.payload).data }
    }

    @Test func limitsAreToldAndOutliveARestartAndGoWithTheSeatsPerson() async throws {
        let site = try SessionSite()
        let limits = SeatLimits(seat: "bed-1", limits: [Self.pressure])
        try await site.running { manager in
            #expect(try await manager.call(SessionOperations.setSeatLimits, limits) == limits)
            try await eventually("they are told") { told(site, seat: "bed-1") == limits }
            _ = try await manager.call(
                SessionOperations.setSeatLimits,
                SeatLimits(seat: "bed-2", limits: [.init(metric: .spo2, lowest: 92)])
            )
        }
        let before = site.messages.all.count
        try await site.running { manager in
            try await eventually("they are told again") {
                site.messages.all.dropFirst(before).contains { $0.topic.hasSuffix("/state/limits/bed-1") }
            }
            #expect(told(site, seat: "bed-1") == limits)
            _ = try await manager.erase("bed-1")
            try await eventually("the erased seat has none") { told(site, seat: "bed-1") == nil }
            #expect(told(site, seat: "bed-2")?.limits.count == 1, "the neighbour's stay")
            for (name, bytes) in try site.folder.contents(except: "site-key") {
                #expect(!String(decoding: bytes, as: UTF8.self).contains("\"bed-1\":{"), "\(name)")
            }
        }
    }

    /// A process that starts publishes the stored limits while it already answers.
    @Test func anErasureDuringTheStartIsNotUndone() async throws {
        let site = try SessionSite()
        let limits = ["bed-1", "bed-2"].map { SeatLimits(seat: $0, limits: [Self.pressure]) }
        for _ in 0..<10 {
            try await site.running { manager in
                for one in limits { _ = try await manager.call(SessionOperations.setSeatLimits, one) }
            }
            let before = site.messages.all.count
            try await site.running { manager in
                _ = try await manager.erase("bed-1")
                try await eventually("the other seat's are told again") {
                    site.messages.all.dropFirst(before).contains { $0.topic.hasSuffix("/state/limits/bed-2") }
                }
                try await eventually("the erased seat has none") { told(site, seat: "bed-1") == nil }
            }
        }
    }

    /// After a power cut a broker has its file of some time ago, with what was cleared since.
    @Test func anOldBrokersLimitsAndSessionsOfFormerPersonsAreCleared() async throws {
        let site = try SessionSite()
        let limits = SeatLimits(seat: "bed-1", limits: [Self.pressure])
        let topics = ["state/limits/bed-1", "state/session/bed-9"].map { "vitalbus/v1/home/site/\($0)" }
        var old: [BusMessage] = []
        try await site.running(["seats": ""]) { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.start("bed-9", user: "carl")
            _ = try await manager.call(SessionOperations.setSeatLimits, limits)
            try await eventually("they are told") {
                site.clock.advance(by: .seconds(1))
                old = topics.compactMap { topic in site.messages.all.last { $0.topic == topic && !$0.payload.isEmpty } }
                return old.count == topics.count
            }
            try await manager.start("bed-1", user: "bob")
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-9"))
            try await eventually("limits are cleared") { told(site, seat: "bed-1") == nil }
        }
        let broker = site.broker.connect()
        for var message in old {
            message.retain = true
            _ = try await broker.publish(message)
        }
        let before = site.messages.all.count
        try await site.running(["seats": ""]) { _ in
            try await eventually("both are cleared") {
                site.clock.advance(by: .seconds(1))
                let told = site.messages.all.dropFirst(before)
                return topics.allSatisfy { topic in told.last { $0.topic == topic }?.payload.isEmpty == true }
            }
        }
    }

    /// They are kept while one user's sessions follow each other, and end with another user's, also across a restart.
    @Test func limitsEndWithTheirPerson() async throws {
        let site = try SessionSite()
        let (mine, early) = (
            SeatLimits(seat: "bed-1", limits: [Self.pressure]), SeatLimits(seat: "bed-2", limits: [Self.pressure])
        )
        try await site.running { manager in
            // Their owner is known once a session starts.
            _ = try await manager.call(SessionOperations.setSeatLimits, early)
            try await manager.start("bed-2", user: "eve")
            try await manager.start("bed-1", user: "ann")
            _ = try await manager.call(SessionOperations.setSeatLimits, mine)
            try await manager.start("bed-1", user: "ann")
            try await eventually("they are told") {
                told(site, seat: "bed-1") == mine && told(site, seat: "bed-2") == early
            }
            try await manager.start("bed-1", user: "ben")
            try await eventually("ben has none") { told(site, seat: "bed-1") == nil }
            #expect(told(site, seat: "bed-2") == early)
        }
        let before = site.messages.all.count
        try await site.running { manager in
            try await eventually("eve's are told again") {
                site.messages.all.dropFirst(before).contains { $0.topic.hasSuffix("/state/limits/bed-2") }
            }
            try await manager.start("bed-2", user: "fay")
            try await eventually("fay has none") { told(site, seat: "bed-2") == nil }
        }
    }

    /// Limits stored by an earlier version belong to the seat's present person, and are erased with the seat.
    @Test func limitsOfAnEarlierVersionAreThePresentPersons() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let old = #"{"bed-1":[{"metric":"systolic","lowest":95,"highest":160}]}"#
            try await manager.actor.store.set(Data(old.utf8), for: "limits", at: site.time.date)
        }
        try await site.running { manager in
            try await eventually("they are told") { told(site, seat: "bed-1")?.limits == [Self.pressure] }
            try await manager.start("bed-1", user: "ann")
            try await eventually("they are ann's") {
                site.clock.advance(by: .seconds(1))
                return String(decoding: try await manager.actor.store.setting("limits") ?? Data(), as: UTF8.self)
                    .contains("ann")
            }
            try await manager.end("bed-1")
            _ = try await manager.erase("bed-1")
            let left = try await manager.actor.store.setting("limits") ?? Data()
            #expect(!String(decoding: left, as: UTF8.self).contains("bed-1"))
        }
    }

    @Test func whatIsNoLimitIsRefused() async throws {
        let wrong: [[SeatLimits.Limit]] = [
            [.init(metric: .systolic)], [.init(metric: .systolic, lowest: 2, highest: 1)],
            [.init(metric: MetricName(rawValue: "luck"), lowest: 1)], [Self.pressure, Self.pressure],
            Array(repeating: Self.pressure, count: SeatLimitDesk.most + 1),
        ]
        for limits in wrong {
            #expect(throws: BusError.self, "\(limits.count)") { try SeatLimitDesk.check(limits) }
        }
        try SeatLimitDesk.check([])
        let site = try SessionSite()
        try await site.running { manager in
            await manager.expect(.notFound) {
                _ = try await manager.call(
                    SessionOperations.setSeatLimits,
                    SeatLimits(seat: "nowhere", limits: [Self.pressure])
                )
            }
        }
    }
}
