import ActorRuntime
import BusContract
import DeliveryRules
import Foundation
import Logging
import MessageBus
import Outbox
import StoreEngine
import VitalRecords

/// A device reader without its radio: its account, its connection with presence and health, its outbox and relay.
struct LightReader: HubActor {
    static let name = BusRole.deviceReader.rawValue
    static let logComponent = LoggingState.Component.bluetooth

    private let store: OutboxStore
    private let relay: OutboxRelay
    private let wake = WakeUp()

    init(_ context: ActorContext) async throws {
        let path = context.stateDirectory.appending(path: "device-reader-\(context.address.hub).sqlite").path
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

    var handlers: [RequestHandler] { [] }

    func run() async throws { await relay.run() }

    func close() async throws { try await store.close() }

    /// Commits a reading to the outbox, which sends it.
    func commit(_ reading: Reading) async throws {
        try await store.commitReadings(frames: [], readings: [try OutboxReading(reading)], at: .now)
        wake.signal()
    }
}

extension ActorRun where A == LightReader {
    /// The reader of a hub that has joined: its membership says who it is and where the site's broker is.
    static func ofHub(_ state: String) async throws -> ActorRun<LightReader> {
        let platform = ActorPlatform.vitalBus
        let flag = (name: "state.directory", value: state, flag: "--set")
        let sources = ConfigurationSources(flags: [flag], takesMembership: true)
        let configuration = try ConfigurationLoader(LightReader.self, actors: platform.actorNames).load(sources)
        return try await ActorRun(
            configuration,
            platform: platform,
            environment: [:],
            logger: Logger(label: "reader") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

/// Why a simulation cannot continue.
struct SimulationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
