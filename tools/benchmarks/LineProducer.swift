import BusContract
import BusEndpoints
import DeliveryRules
import Foundation
import HubRunner
import Logging
import MessageBus
import OperatorConnection
import Outbox
import SimulatedHub
import StoreEngine
import VitalRecords

/// A producer as the device reader is one: a real outbox and its relay, under the device reader's account.
struct LineProducer: Sendable {
    /// The most readings between their commit here and their notification.
    static let openLimit = 512
    /// How many readings are committed at a time, as by so many devices.
    private static let writers = 16

    private let store: OutboxStore
    private let wake: WakeUp
    private let hub: HubID

    /// Opens the outbox, connects, relays while an operation runs.
    static func with<Result: Sendable>(
        _ plan: HubPlan,
        _ operation: @Sendable @escaping (LineProducer) async throws -> Result
    ) async throws -> Result {
        let address = try BusAddress(
            site: plan.site,
            hub: plan.hub,
            actor: BusRole.deviceReader.rawValue,
            instance: "main"
        )
        let path = "\(plan.layout.state)/bench-outbox.sqlite"
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        guard let hub = HubID(rawValue: plan.hub) else { throw BenchError("\(plan.hub) is not a hub") }
        let producer = LineProducer(store: store, wake: WakeUp(), hub: hub)
        let target = HubConnection.Target(
            address: address,
            endpoint: .unixSocket(plan.layout.socket),
            passwordFile: plan.layout.password(address)
        )
        return try await HubConnection.with(target) { connection in
            let relay = OutboxRelay(
                store: store,
                client: connection.client,
                requests: connection.requests,
                hub: BusAddress.siteHub,
                clock: SystemBootClock(),
                logger: Logger(label: "bench"),
                wake: producer.wake
            )
            let relaying = Task { await relay.run() }
            defer { relaying.cancel() }
            return try await operation(producer)
        }
    }

    /// Commits readings one by one, as fast as the open ones allow.
    func commit(_ count: Int, _ counter: SubmittedCounter) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<Self.writers {
                group.addTask {
                    for number in stride(from: writer, to: count, by: Self.writers) {
                        await counter.room.send(())
                        try await commit(LineUsers.reading(number, hub: hub))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Commits one reading.
    func commit(_ reading: Reading) async throws {
        try await store.commitReadings(
            frames: [],
            readings: [try OutboxReading(reading)],
            at: .now
        )
        wake.signal()
    }
}
