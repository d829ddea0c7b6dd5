public import ActorRuntime
public import BusContract
package import DeliveryRules
internal import LedgerStore
public import MessageBus
internal import StoreEngine

/// The actor `uploader`: leases records from the queue `upload` and delivers them to the cloud API.
///
/// Any number may run; each has its own ledger and gets the work that it demands.
public struct UploaderActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.uploader.rawValue
    /// It uses the hub `site`.
    public static let runsAtSite = true
    /// Any number may run.
    public static let allowsManyInstances = true
    /// The uploader's own configuration.
    public static let configurationKeys: [ConfigurationKey] =
        UploaderKeys.keys + UploaderSettings.kinds.flatMap { $0.configurationKeys }

    /// Checks destinations: their URLs and paths.
    public static func check(_ configuration: ActorConfiguration) throws {
        do {
            _ = try UploaderSettings(configuration)
        } catch let error as UploaderError {
            throw RuntimeError(.configuration, message: error.message)
        }
    }

    package let service: UploadService

    /// Opens the ledger and reads the configuration.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration or a missing site key, `StoreError` for a ledger that cannot be
    ///   opened, ``UploaderError`` for a destination that must not be.
    public init(_ context: ActorContext) async throws {
        try await self.init(context, clock: SystemBootClock())
    }

    /// Opens the ledger with a given boot clock.
    package init(_ context: ActorContext, clock: any BootClock) async throws {
        service = try await UploadService(context, clock: clock)
    }

    /// It answers no requests.
    public var handlers: [RequestHandler] { [] }

    /// Pulls, delivers and answers until cancelled.
    public func run() async throws { try await service.run() }

    /// Accepts no new work, finishes work in progress, returns the rest and answers for all of it.
    public func drain() async { await service.drain() }

    /// Closes the ledger in order.
    public func close() async throws { try await service.ledger.close() }

    /// Depths, counts and problems.
    public func health() async -> HealthFacts { await service.health() }
}
