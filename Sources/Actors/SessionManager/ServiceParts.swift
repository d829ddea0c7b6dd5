internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import SiteRecords
internal import StoreEngine

/// The parts that the session manager's services share.
struct ServiceParts: Sendable {
    let context: ActorContext
    let settings: SessionManagerSettings
    let store: QueueStore
    /// The files of images.
    let images: ImageFolder
    /// Makes the numbers under which uploaders answer.
    let seal: GrantSeal
    /// Counts the time since the machine's start.
    let clock: any BootClock
    let signals = CommitSignals()
    let events: EventWriter
    let unreadable: UnreadableTally
    let seats: SeatDirectory
    let ownership: Ownership
    let wallClock: ClockService

    /// Opens the store and the files.
    ///
    /// - Throws: `StoreError` when the store cannot be opened.
    init(_ context: ActorContext, settings: SessionManagerSettings, clock: any BootClock) async throws {
        self.context = context
        self.settings = settings
        self.clock = clock
        unreadable = UnreadableTally(context.logger)
        let environment = context.environment
        events = EventWriter(
            newID: environment.newID,
            sharedSeats: settings.sharedSeats,
            clock: clock,
            logger: context.logger
        )
        let files = StoreConfiguration(
            path: context.stateDirectory.appending(path: "session-manager.sqlite").path,
            witness: SessionManagerActor.witness(context)
        )
        store = try await QueueStore.open(files, notifications: events, at: environment.now())
        images = try await ImageFolder.open(context.stateDirectory.appending(path: "images").path)
        seal = try GrantSeal.load(context.stateDirectory.appending(path: "grant-key").path)
        let roll = SeatRoll(
            settings.ownership.seats,
            files: SiteFiles(state: context.machineDirectory),
            logger: context.logger
        )
        seats = SeatDirectory(store: store, roll: roll)
        var ownership = settings.ownership
        ownership.roll = roll
        self.ownership = ownership
        wallClock = ClockService(store: store, environment: environment, clock: clock, logger: context.logger)
    }

    /// Reads the site's key; after a failure the next call tries again.
    var siteKey: @Sendable () throws -> SiteKey { { [context] in try context.siteKey } }
}

/// A service of the session manager, with the shared parts under their own names.
protocol ManagerService: Sendable {
    /// The shared parts.
    var parts: ServiceParts { get }
}

extension ManagerService {
    var settings: SessionManagerSettings { parts.settings }
    var store: QueueStore { parts.store }
    var seal: GrantSeal { parts.seal }
    var clock: any BootClock { parts.clock }
    var signals: CommitSignals { parts.signals }
    var events: EventWriter { parts.events }
    var unreadable: UnreadableTally { parts.unreadable }
    var seats: SeatDirectory { parts.seats }
    var ownership: Ownership { parts.ownership }
    var wallClock: ClockService { parts.wallClock }
    var states: RetainedStates { parts.context.states }
    var client: BusClient { parts.context.client }
    var environment: BusEnvironment { parts.context.environment }
    var logger: Logger { parts.context.logger }
    var activity: ActivityLog { parts.context.activity }
}
