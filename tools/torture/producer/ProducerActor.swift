import ActorRuntime
import BusContract
import DeliveryRules
import Foundation
import Logging
import MessageBus
import Outbox
import StoreEngine
import TortureGround
import VitalRecords

/// Commits frames and readings as a device reader does, at a steady rate, until a file says stop; then relays what is left.
actor ProducerActor: HubActor {
    static let name = BusRole.deviceReader.rawValue
    static let configurationKeys = Keys.keys

    /// The producer's own configuration keys.
    struct Keys: SettingTable {
        let perSecond = Setting.int("torture.per-second", in: 1...1000, default: 10, doc: "Readings a second.")
        let stopFile = Setting.path("torture.stop-file", doc: "Where this file is, no more readings are made.")
    }

    private let context: ActorContext
    private let store: OutboxStore
    private let relay: OutboxRelay
    private let wake = WakeUp()
    private let perSecond: Int
    private let stopFile: String
    private var measuring: Measuring

    init(_ context: ActorContext) async throws {
        self.context = context
        perSecond = try context.configuration[\Keys.perSecond]
        guard let file = try context.configuration[\Keys.stopFile] else {
            throw RuntimeError(.configuration, message: "torture.stop-file has no value: the producer would never stop")
        }
        stopFile = file
        measuring = try Measuring(hub: context.address.hub, from: context.environment.now())
        let path = context.stateDirectory.appending(path: "outbox.sqlite").path
        store = try await OutboxStore.open(StoreConfiguration(path: path))
        relay = OutboxRelay(
            store: store,
            client: context.client,
            requests: context.requests,
            hub: BusAddress.siteHub,
            clock: SystemBootClock(),
            logger: context.logger,
            wake: wake
        )
    }

    nonisolated var handlers: [RequestHandler] { [] }

    func run() async throws {
        try await TruthTable.add(to: store)
        for frame in try await store.undecodedFrames(limit: .max) { try await decode(frame.bytes, row: frame.id) }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.relay.run() }
            group.addTask { await self.produce() }
        }
    }

    private func produce() async {
        let step = Duration.seconds(1) / perSecond
        while !Task.isCancelled, !FileManager.default.fileExists(atPath: stopFile) {
            for reading in measuring.next(at: context.environment.now()) {
                do {
                    try await commit(reading)
                } catch {
                    context.logger.error("a reading was not committed", metadata: ["error": "\(error)"])
                }
            }
            try? await Task.sleep(for: step)
        }
    }

    private func commit(_ reading: Reading) async throws {
        let now = context.environment.now()
        let payload = Data(try WireJSON.encode(reading))
        let row = try await store.saveFrame(
            device: reading.device?.description ?? "",
            characteristic: "2A35",
            bytes: payload,
            at: now
        )
        try await decode(payload, row: row)
    }

    /// A frame's bytes are the reading itself here; what an earlier start left is taken up as the device reader does.
    private func decode(_ bytes: Data, row: Int64) async throws {
        let reading = try WireJSON.decode(Reading.self, from: Array(bytes))
        try await store.commitReadings(
            frames: [row],
            readings: [try OutboxReading(reading)],
            at: context.environment.now()
        )
        wake.signal()
    }
}
