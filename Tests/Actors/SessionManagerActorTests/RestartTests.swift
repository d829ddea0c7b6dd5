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

@Suite struct RestartTests {
    @Test func aRestartKeepsEverythingAndExtendsLeases() async throws {
        let site = try SessionSite()
        var session: SessionView?
        var leased: UploadGrant.Item?
        var before: [Notifications.Entry] = []
        try await site.running { manager in
            let worker = try await FakeWorker("a", site)
            session = try await manager.start()
            try await manager.assign()
            _ = try await manager.submit(try Samples.reading(1))
            leased = try await worker.take(1).first
            _ = try await manager.submit(try Samples.reading(2), try Samples.reading(3, device: Samples.device(9)))
            try await eventually("everything is published") {
                try await manager.actor.store.notifications.unpublished(limit: 1).isEmpty
            }
            before = try await manager.told()
        }
        site.time.pass(50)
        let old = try #require(leased)
        try await site.running { manager in
            let worker = try await FakeWorker("b", site)
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")) == session)
            #expect(try await manager.told().map(\.id) == before.map(\.id))
            #expect(try await manager.held().map(\.reading.readingKey) == [Samples.key(3)])
            let devices = try await manager.call(SessionOperations.devices, PageRequest()).assignments
            #expect(devices.map(\.device) == [Samples.device()])
            #expect(try await manager.submit(try Samples.reading(1), try Samples.reading(2)) == ["repeat", "repeat"])
            #expect(try await worker.take().map(\.record.readingKey) == [Samples.key(2)])
            // By its original end the lease would be over; the worker may still be busy.
            manager.pass(55)
            #expect(try await manager.submit(try Samples.reading(4)) == ["accepted"])
            #expect(try await worker.take().map(\.record.readingKey) == [Samples.key(4)])
            manager.pass(6)
            let again = try await worker.take()
            #expect(again.map(\.record.readingKey).contains(Samples.key(1)))
            #expect(again.allSatisfy { $0.record.readingKey != Samples.key(4) })
            let new = try #require(again.first { $0.record.readingKey == Samples.key(1) })
            #expect(new.fence > old.fence)
            try await manager.answer("uploader-a", old.outcome("done", serverID: "s"))
            #expect(try await manager.told("recordSubmitted").count == 1)
        }
        #expect(site.messages.all.count { $0.topic.hasSuffix("/event/sessionStarted") } == 1)
    }

    @Test func aRestartOrANewSessionBringsNoFreshRate() async throws {
        let site = try SessionSite()
        try await site.running(["rate.per-hour": "40"]) { manager in
            let worker = try await FakeWorker("a", site)
            try await manager.start()
            try await manager.assign()
            _ = try await manager.submit(try (1...12).map { try Samples.reading($0) })
            var items: [UploadGrant.Item] = []
            try await worker.pull(256)
            while items.count < 10 { items += try await worker.next().items }
            #expect(items.count == 10)
        }
        try await site.running(["rate.per-hour": "40"]) { manager in
            let worker = try await FakeWorker("b", site)
            // The same token has the same hash under the site's key.
            try await manager.start(user: "another")
            try await manager.assign()
            _ = try await manager.submit(try (21...22).map { try Samples.reading($0) })
            try await worker.pull(256)
            manager.pass(121)
            let items = try await worker.take(256)
            #expect(items.map(\.record.readingKey) == [Samples.key(21)])
        }
    }

    @Test func whatIsLoggedSurvivesARestart() async throws {
        let site = try SessionSite()
        let wanted = LoggingState(enabled: true, components: ["core"], sink: "bus")
        try await site.running { manager in
            #expect(manager.actor.parts.context.logSwitch.sink == nil)
            let set = try await manager.call(SessionOperations.setLogging, wanted)
            #expect(set == wanted)
            for wrong in [
                LoggingState(enabled: true, components: ["kitchen"]), LoggingState(enabled: true, sink: "printer"),
            ] {
                let error = await #expect(throws: BusError.self) {
                    try await manager.call(SessionOperations.setLogging, wrong)
                }
                #expect(error?.code == .invalidArgument)
            }
        }
        try await site.running { manager in
            try await eventually("the log is on again") { manager.actor.parts.context.logSwitch.sink == .bus }
            try await eventually("it is said") {
                let said = site.messages.all.last { $0.topic.hasSuffix("/site/state/logging") }
                return try said.map { try Envelope<LoggingState>.decode($0.payload).data } == wanted
            }
        }
    }

    @Test func whatWasNotPublishedIsPublishedAfterTheRestartWithTheSameID() async throws {
        let site = try SessionSite()
        var told: [Notifications.Entry] = []
        try await site.running { manager in
            try await manager.start()
            told = try await manager.told()
            site.broker.goDown()
            try await manager.actor.store.notifications.post([event(manager, "id-7")], at: site.time.date)
        }
        site.broker.comeBack()
        try await site.running { manager in
            try await eventually("the event is on the bus") { try manager.events("sessionEnded").map(\.id) == ["id-7"] }
            #expect(Set(try manager.events("sessionStarted").map(\.id)) == Set(told.map(\.id)))
        }
    }

    @Test func aBrokerThatWasAwayGetsTheEventsAfterwards() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            try await eventually("the first event is on the bus") { try manager.events("sessionStarted").count == 1 }
            site.broker.goDown()
            try await manager.actor.store.notifications.post([event(manager, "id-7")], at: site.time.date)
            manager.actor.parts.signals.committed()
            site.broker.comeBack()
            try await eventually("the second event is on the bus") {
                manager.pass(0)
                return try manager.events("sessionEnded").map(\.id) == ["id-7"]
            }
        }
    }

    private func event(_ manager: RunningManager, _ id: String) throws -> NewNotification {
        let data = SessionEnded(
            seat: "bed-1",
            hub: "site",
            sessionID: "s",
            userID: "u",
            organizationID: "o",
            reason: "requested",
            unsyncedRecords: 0
        )
        return NewNotification(
            id: id,
            type: "sessionEnded",
            hub: "site",
            seat: "bed-1",
            data: Data(try WireJSON.encode(data)),
            time: manager.site.time.date
        )
    }
}
