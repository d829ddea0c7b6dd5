import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import SiteRecords
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import QueueStore
@testable import SessionManagerActor

/// The newest values of seats that share them: what the bus shows, and what is read for it.
@Suite struct SharedValueTests {
    /// The broker's retained values, by seat and metric.
    private func kept(_ site: SessionSite) throws -> [String: DecimalNumber] {
        var kept: [String: DecimalNumber] = [:]
        for message in site.messages.all where message.topic.contains("/vitals/") {
            let name = message.topic.split(separator: "/").suffix(2).joined(separator: "/")
            guard !message.payload.isEmpty else {
                kept[name] = nil
                continue
            }
            kept[name] = try Envelope<SharedValue>.decode(message.payload).data.measurement.value
        }
        return kept
    }

    private func expect(_ values: [String: DecimalNumber], of manager: RunningManager) async throws {
        try await eventually("the broker keeps \(values)") {
            manager.pass(0)
            return try kept(manager.site) == values
        }
    }

    private static let (systolic, diastolic) = ("bed-1/systolic", "bed-1/diastolic")

    @Test func nothingGoesStale() async throws {
        try await SessionSite().running(["vitals.seats": "bed-1"]) { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(try Samples.reading(1), try Samples.reading(2, at: 20, measurements: [pulse]))
            let first: [String: DecimalNumber] = [Self.systolic: 122, Self.diastolic: 73, "bed-1/pulse": 61]
            try await expect(first, of: manager)
            let records = try await manager.queued().map(\.record)
            let id = try #require(records.first { $0.readingKey == Samples.key(1) }).logID
            let values = [
                Measurement(metric: .systolic, value: 131, unit: "mm[Hg]", origin: .manual),
                Measurement(metric: .diastolic, value: 81, unit: "mm[Hg]", origin: .manual),
            ]
            let update = UpdateRecord(logID: id, baseRevision: 1, measurements: values)
            _ = try await manager.call(SessionOperations.updateRecord, update)
            try await expect([Self.systolic: 131, Self.diastolic: 81, "bed-1/pulse": 61], of: manager)
            _ = try await manager.call(SessionOperations.deleteRecord, DeleteRecord(logID: id, baseRevision: 2))
            try await expect(["bed-1/pulse": 61], of: manager)
            try await manager.end("bed-1")
            try await expect([:], of: manager)
            try await manager.start("bed-1", user: "bob")
            _ = try await manager.submit(try Samples.reading(3, at: 30))
            try await expect([Self.systolic: 122, Self.diastolic: 73], of: manager)
        }
    }

    private let pulse = Measurement(metric: .pulse, value: 61, unit: "/min")

    /// The same person's next session continues the records of ended sessions.
    @Test func theSamePersonsValuesComeBackWithTheNextSession() async throws {
        try await SessionSite().running(["vitals.seats": "bed-1"]) { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(try Samples.reading(1))
            try await expect([Self.systolic: 122, Self.diastolic: 73], of: manager)
            try await manager.end("bed-1")
            try await expect([:], of: manager)
            try await manager.start("bed-1", user: "ann")
            try await expect([Self.systolic: 122, Self.diastolic: 73], of: manager)
        }
    }

    @Test func accountsThatComeAndGoAreFollowed() async throws {
        let site = try await ServiceSite()
        let access = Access(state: site.folder.url.path)
        let looks = Collected<String>()
        let desk = try desk(site, listed: [], looks: looks)
        let running = [try await site.start("bed-1")]
        for count in 1...2 {
            try await desk.publish(running, changed: ChangedSeats.Seats())
            #expect(looks.all.count == count - 1, "nobody may read it")
            try access.add(try Self.account)
            try await desk.publish(running, changed: ChangedSeats.Seats())
            #expect(looks.all.count == count)
            try access.remove("house", isProgram: true)
        }
    }

    private static var account: AccessAccount {
        get throws {
            try AccessAccount("house", role: .integration, values: ["bed-1"], password: "p", added: TestTime.start)
        }
    }

    @Test func anotherSeatsReadingCostsNoLook() async throws {
        let site = try await ServiceSite()
        let looks = Collected<String>()
        let desk = try desk(site, listed: ["bed-1", "bed-2"], looks: looks)
        let running = [try await site.start("bed-1"), try await site.start("bed-2", user: "bob")]
        try await desk.publish(running, changed: ChangedSeats.Seats(areAll: true))
        #expect(looks.all == ["bed-1", "bed-2"])
        try await desk.publish(running, changed: ChangedSeats.Seats())
        #expect(looks.all.count == 2, "nothing has changed")
        var changed = ChangedSeats.Seats()
        changed.insert("bed-2")
        try await desk.publish(running, changed: changed)
        #expect(looks.all == ["bed-1", "bed-2", "bed-2"])
        try await desk.publish([running[1]], changed: ChangedSeats.Seats())
        #expect(looks.all.count == 3, "who has no session has no values")
        try await desk.publish(running, changed: ChangedSeats.Seats())
        #expect(looks.all.last == "bed-1" && looks.all.count == 4)
    }

    /// Reading a damaged file again would be an error.
    @Test func accountsAreReadWhenTheyHaveChanged() async throws {
        let site = try await ServiceSite()
        let access = Access(state: site.folder.url.path)
        try access.add(try Self.account)
        let looks = Collected<String>()
        let desk = try desk(site, listed: [], looks: looks)
        let running = [try await site.start("bed-1")]
        try await desk.publish(running, changed: ChangedSeats.Seats(areAll: true))
        #expect(looks.all == ["bed-1"])
        let file = site.folder.url.appending(path: "access/accounts/house.json")
        try Data("{".utf8).write(to: file)
        try await desk.publish(running, changed: ChangedSeats.Seats())
        try Data("{".utf8).write(to: file, options: .atomic)
        await #expect(throws: SiteError.self) {
            try await desk.publish(running, changed: ChangedSeats.Seats())
        }
    }

    private func desk(_ site: ServiceSite, listed: Set<String>, looks: Collected<String>) throws -> SharedValueDesk {
        let address = try BusAddress(site: "home", hub: "site", actor: "session-manager", instance: "main")
        let bus = InMemoryBroker().connect()
        let client = BusClient(bus: bus, address: address, epoch: 1, environment: site.environment)
        return SharedValueDesk(
            client: client,
            states: RetainedStates(client, logger: site.logger),
            listed: listed,
            access: Access(state: site.folder.url.path),
            logger: site.logger
        ) { [store = site.store] seat, page in
            looks.add(seat)
            return try await store.records.records(.history(seat: seat), page: page)
        }
    }

    /// The steps of a delivery do not change the measured values.
    @Test func theStoreSaysWhoseRecordsChanged() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1", from: 0)
            let changed = manager.actor.store.changedSeats
            // The publisher of states takes changes too: at its start, and then only when the clock advances.
            try await eventually("the first states are told") {
                site.messages.all.contains { $0.topic.hasSuffix("/state/queue") }
            }
            _ = changed.take()
            _ = try await manager.submit(try Samples.reading(1))
            let seats = changed.take()
            #expect(seats.contains("bed-1") && !seats.contains("bed-2"))
            let worker = try await FakeWorker("a", site)
            let item = try #require(try await worker.take().first)
            try await manager.answer(worker.name, item.outcome("done", serverID: "server-1"))
            #expect(changed.take() == ChangedSeats.Seats())
        }
    }
}
