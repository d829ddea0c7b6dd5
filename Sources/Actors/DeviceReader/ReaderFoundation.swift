internal import ActorRuntime
internal import DeliveryRules
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Isolates the reader's services together, so that no other service runs between two suspension points of one.
@globalActor actor ReaderIsolation {
    static let shared = ReaderIsolation()
}

/// The parts that passive and foreground reading share.
@ReaderIsolation struct ReaderFoundation {
    let context: ActorContext
    let settings: ReaderSettings
    let store: OutboxStore
    let radio: RadioLink
    let catalogueProblem: String?
    let events: ReaderEvents
    let lock: RadioLock
    let schedule: PassiveSchedule
    let secrets: DeviceSecrets
    let catalogue: CatalogueService
    let users: UserService
    let agent: OperatorAgent
    let nearby: NearbyDevices
    let forgotten: ForgottenDevices
    let judge: FailureJudge
    let hooks: HookRunner
    let statistics: ReaderStatistics
    /// Wakes the relay that sends the outbox.
    let wake: WakeUp

    var environment: BusEnvironment { context.environment }
    var logger: Logger { context.logger }

    init(_ context: ActorContext, settings: ReaderSettings, store: OutboxStore, radio: RadioLink) throws {
        self.context = context
        self.settings = settings
        self.store = store
        self.radio = radio
        let (hub, environment, logger) = (settings.hub, context.environment, context.logger)
        let loaded = try RadioLink.catalogue(context)
        catalogueProblem = loaded.problem
        events = ReaderEvents(
            client: context.client,
            hub: hub,
            logger: logger,
            activity: context.activity,
            sharesValues: settings.sharesValues
        )
        lock = RadioLock(
            lock: AsyncLock(),
            requests: context.requests,
            hub: hub.rawValue,
            clock: environment.clock,
            logger: logger
        )
        let machine = PassiveMachine(
            peripherals: settings.passivePeripherals,
            models: PassiveModel.models(of: loaded.catalogue),
            rearm: settings.rearm,
            longestCooling: settings.longestCooling
        )
        schedule = PassiveSchedule(machine: machine, states: context.states, hub: hub)
        secrets = DeviceSecrets(siteKey: { try context.siteKey }, store: store)
        let pictures = PictureFolder(stateDirectory: context.stateDirectory)
        catalogue = CatalogueService(
            catalogue: pictures.illustrated(loaded.catalogue, logger: logger),
            parts: ClosedParts(folders: settings.keyFolders, drivers: DriverRegistry.installed),
            secrets: secrets,
            schedule: schedule,
            hub: hub,
            environment: environment
        )
        users = UserService(
            catalogue: catalogue.catalogue,
            radio: radio,
            secrets: secrets,
            environment: environment,
            logger: logger
        )
        agent = OperatorAgent(environment)
        nearby = NearbyDevices()
        forgotten = ForgottenDevices()
        judge = FailureJudge(radio: radio, nearby: nearby, catalogue: loaded.catalogue)
        hooks = HookRunner(settings.hooks, hub: hub.rawValue, logger: logger)
        statistics = ReaderStatistics()
        wake = WakeUp()
    }

    /// Decodes frames into the outbox.
    var decoding: FrameDecoding {
        FrameDecoding(hub: settings.hub, store: store, logger: logger, keys: AdvertKeys(secrets: secrets))
    }

    /// Reports frames that cannot be decoded.
    var unreadable: UnreadableFrames { UnreadableFrames(events: events, statistics: statistics) }

    /// Remembers how devices use their links.
    var manners: MannerBook { MannerBook(store: store, environment: environment, logger: logger) }

    /// Reads single devices.
    var links: LinkReader {
        LinkReader(
            settings: settings,
            radio: radio,
            lock: lock,
            store: store,
            catalogue: catalogue,
            users: users,
            agent: agent,
            manners: manners,
            unreadable: unreadable,
            statistics: statistics,
            wake: wake,
            events: events,
            cables: CableBus(),
            environment: environment,
            logger: logger
        )
    }

    /// Recovers readings from frames on disk.
    var recovery: FrameRecovery {
        FrameRecovery(decoding: decoding, unreadable: unreadable, statistics: statistics, wake: wake, logger: logger)
    }
}
