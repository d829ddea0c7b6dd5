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
    /// The meters on USB cables.
    let cables: CableBus
    /// The problem with the operator's catalogue file; nil if there is none.
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

    init(
        _ context: ActorContext,
        settings: ReaderSettings,
        store: OutboxStore,
        radio: RadioLink,
        cables: CableBus
    ) throws {
        self.context = context
        self.settings = settings
        self.store = store
        self.radio = radio
        self.cables = cables
        let hub = settings.hub
        let loaded = try RadioLink.catalogue(context)
        catalogueProblem = loaded.problem
        events = ReaderEvents(context: context, hub: hub, sharesValues: settings.sharesValues)
        lock = RadioLock(context: context)
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
            catalogue: pictures.illustrated(loaded.catalogue, logger: context.logger),
            parts: ClosedParts(folders: settings.keyFolders, drivers: DriverRegistry.installed),
            secrets: secrets,
            schedule: schedule,
            context: context
        )
        users = UserService(context: context, catalogue: catalogue.catalogue, radio: radio, secrets: secrets)
        agent = OperatorAgent(context.environment)
        nearby = NearbyDevices()
        forgotten = ForgottenDevices()
        judge = FailureJudge(radio: radio, nearby: nearby, catalogue: loaded.catalogue)
        hooks = HookRunner(settings.hooks, hub: hub.rawValue, logger: context.logger)
        statistics = ReaderStatistics()
        wake = WakeUp()
    }

    /// Decodes frames into the outbox.
    var decoding: FrameDecoding {
        FrameDecoding(hub: settings.hub, store: store, logger: context.logger, keys: AdvertKeys(secrets: secrets))
    }

    /// Reports frames that cannot be decoded.
    var unreadable: UnreadableFrames { UnreadableFrames(foundation: self) }

    /// Remembers how devices use their links.
    var manners: MannerBook { MannerBook(foundation: self) }

    /// Reads single devices.
    var links: LinkReader { LinkReader(foundation: self) }

    /// Recovers readings from frames on disk.
    var recovery: FrameRecovery { FrameRecovery(foundation: self) }
}

/// A service of the reader, with the shared parts under their own names.
protocol ReaderService: Sendable {
    /// The shared parts.
    var foundation: ReaderFoundation { get }
}

extension ReaderService {
    var settings: ReaderSettings { foundation.settings }
    var hub: HubID { foundation.settings.hub }
    var store: OutboxStore { foundation.store }
    var radio: RadioLink { foundation.radio }
    var events: ReaderEvents { foundation.events }
    var lock: RadioLock { foundation.lock }
    var schedule: PassiveSchedule { foundation.schedule }
    var secrets: DeviceSecrets { foundation.secrets }
    var catalogue: CatalogueService { foundation.catalogue }
    var users: UserService { foundation.users }
    var agent: OperatorAgent { foundation.agent }
    var nearby: NearbyDevices { foundation.nearby }
    var forgotten: ForgottenDevices { foundation.forgotten }
    var judge: FailureJudge { foundation.judge }
    var statistics: ReaderStatistics { foundation.statistics }
    var wake: WakeUp { foundation.wake }
    var client: BusClient { foundation.context.client }
    var environment: BusEnvironment { foundation.context.environment }
    var logger: Logger { foundation.context.logger }
}
