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

/// Device readers of several hubs that agree over one bus on who reads a device.
@Suite struct ClaimBusTests {
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(_ hub: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: hub, actor: "device-reader", instance: "main"),
            epoch: 1,
            environment: BusEnvironment(
                now: { Samples.start },
                newID: { UUID().uuidString.lowercased() },
                clock: clock
            )
        )
    }

    private func reader(_ hub: String) async throws -> DeviceReaderActor {
        let path = folder.url.appending(path: "site-key").path
        _ = try SiteKey.load(path, createIfMissing: true)
        let values = ["passive.peripherals": "3000"]
        return try await DeviceReaderActor(ActorContext(try client(hub), folder: folder, values: values))
    }

    private func sighting(_ hub: String, rssi: Int) -> PeripheralSighted {
        var sighting = Samples.sighting()
        sighting.hub = hub
        sighting.rssi = rssi
        return sighting
    }

    @Test func theHubThatHearsADeviceBetterReadsIt() async throws {
        let readers = [try await reader("room-1"), try await reader("room-2")]
        let (near, far) = (await readers[0].services.passive.claims, await readers[1].services.passive.claims)
        let following = [Task { try await near.follow() }, Task { try await far.follow() }]
        defer { for task in following { task.cancel() } }
        // No reader waits until it knows of others.
        let other = try client("room-3")
        try await eventually("it came true") {
            let greeting = DeviceClaim(
                hub: "room-3",
                device: Samples.device(3),
                rssi: nil,
                bonded: false,
                state: .released
            )
            _ = try? await other.publish(ReaderTopics.deviceClaim, data: greeting)
            let (isNear, isFar) = (await near.machine.isInCompany, await far.machine.isInCompany)
            return isNear && isFar
        }
        async let first = near.claim(sighting("room-1", rssi: -50))
        async let second = far.claim(sighting("room-2", rssi: -70))
        await clock.sleepers(atLeast: 2)
        try await eventually("the rival is known") { await near.machine.rivalCount == 1 }
        try await eventually("the rival is known") { await far.machine.rivalCount == 1 }
        clock.advance(by: .seconds(1))
        #expect(await first == .mine)
        guard case .yield = await second else {
            Issue.record("both would read")
            return
        }
        for reader in readers { try await reader.store.close() }
    }

    @Test func withoutABrokerADeviceIsRead() async throws {
        let reader = try await reader("room-1")
        broker.goDown()
        #expect(await reader.services.passive.claims.claim(sighting("room-1", rssi: -60)) == .mine)
        try await reader.store.close()
    }
}
