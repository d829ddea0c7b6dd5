public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import ImportStore
public import MessageBus
internal import StoreEngine

/// The actor `health-importer`: turns people's health exports into records in its outbox.
///
/// It opens the store, wires the services and runs them; each service has its own state and handlers.
public final class HealthImporterActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.healthImporter.rawValue
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = HealthImporterKeys.keys
    /// Logs under the component `healthkit`.
    public static let logComponent = LoggingState.Component.healthkit

    let services: ImporterServices
    let store: ImportStore

    /// Checks the settings for uploads by HTTP, including the certificate.
    public static func check(_ configuration: ActorConfiguration) throws { _ = try IngestSettings(configuration) }

    /// Opens the outbox and reads the configuration.
    ///
    /// - Throws: `StoreError` when the outbox cannot be opened, `RuntimeError` for a wrong configuration.
    public init(_ context: ActorContext) async throws {
        let settings = try ImporterSettings(context)
        let path = context.stateDirectory.appending(path: "health-importer-\(settings.hub).sqlite").path
        store = try await ImportStore.open(StoreConfiguration(path: path))
        services = await ImporterServices(context, settings: settings, store: store)
        // Detect an invalid time zone at the start, not at the first import.
        _ = try settings.options(receivedAt: context.environment.now())
    }

    /// The actor's requests, as `topics/` lists them.
    public var handlers: [RequestHandler] { services.handlers }

    /// Imports until cancelled.
    public func run() async throws { try await services.run() }

    /// Stops the current import, which continues at the next start and skips the records already handed over.
    public func drain() async { await services.drain() }

    /// Closes the outbox.
    public func close() async throws { try await store.close() }

    /// The outbox's depth, the held imports and the unreadable folders.
    public func health() async -> HealthFacts { await services.health.facts() }
}
