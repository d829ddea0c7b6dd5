import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite struct PassiveServicesTests {
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func reader(_ flags: [String: String] = [:]) async throws -> DeviceReaderActor {
        let path = folder.url.appending(path: "site-key").path
        _ = try SiteKey.load(path, createIfMissing: true)
        let environment = BusEnvironment(
            now: { Samples.start },
            newID: { UUID().uuidString.lowercased() },
            clock: ManualClock()
        )
        let client = BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: "room-1", actor: "device-reader", instance: "main"),
            epoch: 1,
            environment: environment
        )
        return try await DeviceReaderActor(ActorContext(client, folder: folder, values: flags))
    }

    /// A foreground reading that is cancelled while a passive one has the radio must not free the radio.
    @Test func aCancelledReadingThatNeverHadTheRadioGivesNothingBack() async throws {
        let actor = try await reader()
        let lock = await actor.services.foundation.lock
        let (held, end) = (BoundedQueue<Void>(capacity: 1), BoundedQueue<Void>(capacity: 1))
        let holder = Task {
            try await lock.withRadio {
                await held.send(())
                _ = await end.next()
            }
        }
        _ = await held.next()
        let job = Task {
            let request = LinkReader.Request(
                device: Samples.device(),
                context: Samples.context(),
                firstFrame: .seconds(1)
            )
            return try await actor.services.foundation.links.read(request)
        }
        job.cancel()
        await #expect(throws: (any Error).self) { try await job.value }
        #expect(await lock.withRadioIfFree { true } == nil)
        await end.send(())
        try await holder.value
        #expect(await lock.withRadioIfFree { true } == true)
        try await actor.store.close()
    }

    @Test func nothingIsReadPassivelyBeforeSomebodyAsksForIt() async throws {
        let actor = try await reader()
        #expect(await actor.services.foundation.schedule.peripherals.isEmpty)
        try await actor.store.close()
    }

    @Test func theSavedPassiveSetBeatsTheConfiguration() async throws {
        let first = try await reader(["passive.peripherals": "1,2"])
        #expect(await first.services.foundation.schedule.peripherals == [1, 2])
        try await first.services.foundation.settings.passiveSet.save([])
        try await first.store.close()
        let second = try await reader(["passive.peripherals": "1,2"])
        #expect(await second.services.foundation.schedule.peripherals.isEmpty)
        try await second.store.close()
    }

    /// An unused device that is connected again and again calls its person once.
    @Test func aPersonIsToldToMeasureOnceForEachUse() async throws {
        let actor = try await reader()
        let watcher = BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: "room-1", actor: "vitalbus", instance: "desk"),
            epoch: 1,
            environment: .system
        )
        let events = try await watcher.subscribe(to: [ReaderTopics.passiveIsReadyToRead.descriptor], hub: "room-1")
        var sighting = Samples.sighting()
        let reporter = await actor.services.passive.reporter
        for _ in 0..<3 { await reporter.waits(sighting, peripheralID: 3000) }
        sighting.advertisement.manufacturerData["76"] = "02"
        await reporter.waits(sighting, peripheralID: 4000)
        var told: [Int] = []
        for await message in events {
            told.append(try Envelope<PeripheralEvent>.decode(message.payload).data.peripheralID)
            if told.last == 4000 { break }
        }
        #expect(told == [3000, 4000])
        try await actor.store.close()
    }

    @Test func whatADeviceDoesWithItsLinksIsRememberedOverRestarts() async throws {
        let first = try await reader()
        #expect(await first.services.foundation.manners.watch(of: Samples.device(), isTelling: true).known == nil)
        await first.services.foundation.manners.remember(.delivers, of: Samples.device(), known: nil)
        try await first.store.close()
        let second = try await reader()
        #expect(
            await second.services.foundation.manners.watch(of: Samples.device(), isTelling: true).known == .delivers
        )
        await second.services.foundation.manners.remember(.waits, of: Samples.device(), known: .delivers)
        await second.services.foundation.manners.remember(nil, of: Samples.device(), known: .waits)
        #expect(await second.services.foundation.manners.watch(of: Samples.device(), isTelling: true).known == .waits)
        try await second.store.close()
    }

    @Test func aPersonIsToldOfWhatMayWaitForOneOnly() async throws {
        let actor = try await reader()
        for (ids, mayWait) in [([3000], true), ([4000], true), ([10_070, 3000], false), ([1000], false)] {
            var sighting = Samples.sighting()
            sighting.peripheralIDs = ids
            #expect(await actor.services.passive.reader.mayWait(sighting) == mayWait, "\(ids)")
        }
        try await actor.store.close()
    }

    @Test func aWrongPassiveSetIsAConfigurationError() async throws {
        await #expect(throws: RuntimeError.self) { _ = try await reader(["passive.peripherals": "1,two"]) }
    }
}
