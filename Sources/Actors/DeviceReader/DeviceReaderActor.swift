public import ActorRuntime
public import BusContract
internal import FoundationEssentials
public import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine

/// The actor `device-reader`: reads devices over Bluetooth, in the foreground and passively, into its outbox.
///
/// It opens the store, wires the services and runs them; each service has its own state and handlers.
public final class DeviceReaderActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.deviceReader.rawValue
    /// Logs under the Bluetooth component.
    public static let logComponent = LoggingState.Component.bluetooth
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = DeviceReaderKeys.keys

    let services: ReaderServices
    let store: OutboxStore

    /// Opens the outbox and reads the configuration.
    ///
    /// - Throws: `StoreError` when the outbox cannot be opened, `RuntimeError` for a wrong configuration.
    public convenience init(_ context: ActorContext) async throws { try await self.init(context, cables: CableBus()) }

    /// Opens the outbox and reads the configuration.
    ///
    /// - Parameter cables: The meters on USB cables.
    /// - Throws: As ``init(_:)``.
    init(_ context: ActorContext, cables: CableBus) async throws {
        let radio = try RadioLink(context)
        let settings = try ReaderSettings(context)
        let path = context.stateDirectory.appending(path: "device-reader-\(settings.hub).sqlite").path
        store = try await OutboxStore.open(StoreConfiguration(path: path))
        let foundation = try await ReaderFoundation(
            context,
            settings: settings,
            store: store,
            radio: radio,
            cables: cables
        )
        services = await ReaderServices(foundation)
    }

    /// The operations that the reader serves.
    public var handlers: [RequestHandler] { services.handlers }

    /// Reads until cancelled.
    public func run() async throws {
        try await services.run()
    }

    /// Starts no new reading, and stops the current one in order, with its readings in the outbox.
    public func drain() async {
        await services.drain()
    }

    /// Closes the outbox.
    public func close() async throws { try await store.close() }

    /// The outbox's depth and the last reading.
    public func health() async -> HealthFacts {
        await services.health.facts()
    }
}
