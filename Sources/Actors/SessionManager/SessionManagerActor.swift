public import ActorRuntime
public import BusContract
package import DeliveryRules
internal import FoundationEssentials
public import MessageBus
internal import QueueStore
internal import SiteRecords
internal import StoreEngine

/// The actor `session-manager`: owns the sessions, assignments, queue and notifications of a site.
///
/// It assembles and runs the services; each one serves its own operations.
public final class SessionManagerActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.sessionManager.rawValue
    /// It runs under the hub `site`.
    public static let runsAtSite = true
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = SessionManagerKeys.keys

    let parts: ServiceParts
    let delivery: DeliveryServices
    let images: ImageServices
    let readings: ReadingServices
    let sessions: SessionServices
    let records: RecordServices
    private let retention: RetentionService
    private let seats: SeatService
    private let erasure: SeatEraser
    private let logging: LoggingService
    private let limits: SeatLimitDesk
    private let states: StatePublisher
    private let sharedValues: SharedValueDesk

    var store: QueueStore { parts.store }

    /// Opens the store and reads the configuration.
    ///
    /// - Throws: `StoreError` when the store cannot be opened, `RuntimeError` for a wrong configuration.
    public convenience init(_ context: ActorContext) async throws {
        try await self.init(context, clock: SystemBootClock())
    }

    /// Opens the store with a given boot clock.
    ///
    /// - Parameter isClockKept: Whether a time service keeps the machine's clock right.
    package init(
        _ context: ActorContext,
        clock: any BootClock,
        isClockKept: @escaping @Sendable () -> Bool = { HubClock.isSynchronized() }
    ) async throws {
        let settings = try SessionManagerSettings(context.configuration)
        let parts = try await ServiceParts(context, settings: settings, clock: clock)
        self.parts = parts
        await parts.unreadable.watch(parts.store)
        delivery = DeliveryServices(parts)
        images = ImageServices(parts, dispatcher: delivery.dispatcher)
        readings = ReadingServices(parts, pictures: images.pictures, marks: delivery.marks)
        sessions = SessionServices(parts, asker: delivery.asker)
        records = RecordServices(parts)
        retention = parts.retention { settings.isClockTrusted || isClockKept() }
        seats = SeatService(parts: parts)
        limits = SeatLimitDesk(parts)
        erasure = SeatEraser(parts, files: images.files, limits: limits)
        logging = LoggingService(parts)
        sharedValues = parts.sharedValues
        states = StatePublisher(
            parts: parts,
            erasure: erasure,
            limits: limits,
            queue: records.queue,
            sharedValues: sharedValues,
            tokens: sessions.tokens
        )
        try await retention.begin(newest: try await parts.wallClock.begin())
    }

    /// The operations of all services, and the queue's acknowledgements.
    public var handlers: [RequestHandler] {
        sessions.handlers + seats.handlers + records.handlers + readings.handlers + images.handlers + erasure.handlers
            + logging.handlers + limits.handlers + delivery.acknowledgements.handlers
    }

    /// Limits what members of the site may say about other members.
    public var reach: (any ReachGuard)? {
        ReachKeeper(SiteReach(asked: readings.asked), refusals: parts.context.client.refusals)
    }

    /// The queue's acknowledgements are answered like requests.
    public var answeredTopics: [String] { UploadWork.ack.descriptor.servedLeaves }

    /// Runs the services until cancelled.
    public func run() async throws {
        await logging.restore()
        await limits.restore()
        let (clock, signals) = (parts.context.environment.clock, parts.signals)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.delivery.dispatcher.ownQueue() }
            group.addTask { try await self.delivery.marks.waitUntilOutdated() }
            group.addTask { await self.delivery.relay.run() }
            group.addTask { await self.states.run() }
            group.addTask { await self.parts.seats.roll.follow(clock) { signals.states.signal() } }
            group.addTask { try await self.sharedValues.sweep() }
            group.addTask { await self.sharedValues.follow(clock) { signals.states.signal() } }
            group.addTask { await self.retention.run() }
            group.addTask { await self.parts.wallClock.run() }
            group.addTask { await self.sessions.ended.run() }
            group.addTask { await self.records.lists.run() }
            group.addTask { await self.images.files.run() }
            // The first error ends the process; waiting for every task would hide the error until all had ended.
            while try await group.next() != nil {}
        }
    }

    /// Answers the callers that wait for a check of credentials.
    public func willDrain() async { await delivery.asker.dismissCandidates() }

    /// Wakes the relay; all data is on disk already.
    public func drain() async { parts.signals.relay.signal() }

    /// Closes the queue cleanly, so that the next start can check a large file in the background.
    public func close() async throws { try await store.close() }

    /// The store's health and the queue's depths.
    public func health() async -> HealthFacts {
        await ManagerHealth(parts: parts, retention: retention, dispatcher: delivery.dispatcher).facts()
    }
}

extension ServiceParts {
    fileprivate func retention(isClockKept: @escaping @Sendable () -> Bool) -> RetentionService {
        RetentionService(
            store: store,
            environment: context.environment,
            clock: clock,
            logger: context.logger,
            signals: signals,
            retention: settings.retention,
            isClockKept: isClockKept
        )
    }

    fileprivate var sharedValues: SharedValueDesk {
        SharedValueDesk(
            client: context.client,
            states: context.states,
            listed: settings.vitalSeats,
            access: Access(state: context.machineDirectory),
            logger: context.logger
        ) { [store] seat, page in
            try await store.records.records(.history(seat: seat), page: page, pageSize: RecordLists.pageSize)
        }
    }
}
