public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import ImportStore
public import MessageBus
internal import StoreEngine

/// The actor `health-importer`: makes records of what people exported, into its outbox.
///
/// It opens the store, wires the services and runs them; each service has its own state and handlers.
public final class HealthImporterActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.healthImporter.rawValue
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = HealthImporterKeys.keys
    /// It is of the part `healthkit`.
    public static let logComponent = LoggingState.Component.healthkit

    let services: ImporterServices
    let store: ImportStore

    /// Checks what is needed to take exports by HTTP, its certificate among it.
    public static func check(_ configuration: ActorConfiguration) throws { _ = try IngestSettings(configuration) }

    /// Opens the outbox and reads the configuration.
    ///
    /// - Throws: `StoreError` when the outbox cannot be opened, `RuntimeError` for a wrong configuration.
    public init(_ context: ActorContext) async throws {
        let settings = try ImporterSettings(context)
        let path = context.stateDirectory.appending(path: "health-importer-\(settings.hub).sqlite").path
        store = try await ImportStore.open(StoreConfiguration(path: path))
        services = await ImporterServices(context, settings: settings, store: store)
        // A wrong zone is found at the start, not at the first import.
        _ = try settings.options(receivedAt: context.environment.now())
    }

    /// The actor's requests, as `topics/` lists them.
    public var handlers: [RequestHandler] { services.handlers }

    /// Imports until cancelled.
    public func run() async throws { try await services.run() }

    /// Stops the import under way; it goes on at the next start, and skips what was handed over.
    public func drain() async { await services.drain() }

    /// Closes the outbox in order.
    public func close() async throws { try await store.close() }

    /// The outbox's depth, what is held, and what cannot be read.
    public func health() async -> HealthFacts { await services.health.facts() }
}
