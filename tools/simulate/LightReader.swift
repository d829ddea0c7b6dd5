import ActorRuntime
import BusContract
import DeliveryRules
import Foundation
import HubRunner
import Logging
import MessageBus
import Outbox
import SiteAuthority
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
    /// The reader of a hub that has joined, with the configuration that `vitalbus up` gives a device reader there.
    static func ofHub(_ state: String) async throws -> ActorRun<LightReader> {
        guard let record = try Membership(state: state).record() else {
            throw SimulationError("\(state) has joined no site")
        }
        var plan = try HubPlan(
            site: record.site,
            hub: record.hub,
            seats: record.seats,
            part: .hub,
            stateDirectory: state,
            executables: ""
        )
        plan.broker = .joined(record)
        guard let member = try plan.roster().members.first(where: { $0.role == .deviceReader }) else {
            throw SimulationError("\(record.hub) has no device reader")
        }
        let flags = plan.child(member).arguments.filter { $0 != "--set" }
            .compactMap { text -> (name: String, value: String, flag: String)? in
                text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...]), "--set") }
            }
        let platform = ActorPlatform.vitalBus
        let configuration = try ConfigurationLoader(LightReader.self, actors: platform.actorNames)
            .load(ConfigurationSources(flags: flags))
        return try await ActorRun(
            configuration,
            platform: platform,
            environment: [:],
            logger: Logger(label: "reader") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

/// A simulation that cannot go on.
struct SimulationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
