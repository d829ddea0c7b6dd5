import ActorRuntime
import DurableStore
import FoundationEssentials
import Logging
import MessageBus
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite(.timeLimit(.minutes(1))) struct RadioGateTests {
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func reader(_ flags: [String: String] = [:]) async throws -> DeviceReaderActor {
        let path = folder.url.appending(path: "site-key").path
        _ = try SiteKey.load(path, createIfMissing: true)
        var all = ["site": "home", "hub": "room-1"]
        all.merge(flags) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
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
        let context = ActorContext(
            client: client,
            requests: RequestClient(client),
            states: RetainedStates(client, logger: logger),
            configuration: try ConfigurationLoader(DeviceReaderActor.self, actors: []).load(sources),
            logger: logger,
            stateDirectory: folder.url,
            siteKeyPath: path
        )
        return try await DeviceReaderActor(context)
    }

    /// A foreground reading that is cancelled while a passive one has the radio must not free the radio.
    @Test func aCancelledReadingThatNeverHadTheRadioGivesNothingBack() async throws {
        let actor = try await reader()
        let gate = await actor.gate
        #expect(gate.offer(()))
        let job = Task {
            let context = Samples.context()
            return try await actor.read(Samples.device(), context, firstFrame: .seconds(1))
        }
        job.cancel()
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!gate.offer(()))
        _ = await gate.next()
        await #expect(throws: (any Error).self) { try await job.value }
        // It is free now, and only once.
        #expect(gate.offer(()))
        #expect(!gate.offer(()))
        try await actor.store.close()
    }

    @Test func theSavedPassiveSetBeatsTheConfiguration() async throws {
        let first = try await reader(["passive.peripherals": "1,2"])
        #expect(await first.machine.peripherals == [1, 2])
        try await first.passiveSet.save([])
        try await first.store.close()
        let second = try await reader(["passive.peripherals": "1,2"])
        #expect(await second.machine.peripherals.isEmpty)
        try await second.store.close()
    }

    @Test func aWrongPassiveSetIsAConfigurationError() async throws {
        await #expect(throws: RuntimeError.self) { _ = try await reader(["passive.peripherals": "1,two"]) }
    }
}
