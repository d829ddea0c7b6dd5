public import ActorRuntime
internal import BlueZ
public import BusContract
internal import DeliveryRules
internal import DeviceCodecs
internal import DeviceDrivers
internal import DurableStore
internal import FoundationEssentials
internal import Logging
public import MessageBus
internal import OutboxRelay
internal import RadioAccess
internal import VitalRecords

/// The actor `device-reader`: reads devices over Bluetooth, in the foreground and passively, into its outbox.
public actor DeviceReaderActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.deviceReader.rawValue
    /// It is of the part `bluetooth`.
    public static let logComponent = LoggingState.Component.bluetooth
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] =
        RadioLink.configurationKeys + [
            ConfigurationKey(
                "passive.peripherals",
                .list,
                "The peripheral IDs that are read passively until `setPassivePeripherals` names others; none when not set."
            ),
            ConfigurationKey(
                "passive.rearm",
                .duration(.milliseconds(100) ... .seconds(3600)),
                default: "15s",
                "How long a device that was read must be silent before it is read again."
            ),
            ConfigurationKey(
                "passive.rearm-advertising",
                .duration(.seconds(1) ... .seconds(3600)),
                default: "60s",
                "How long after a reading a device that never stops advertising is read again."
            ),
            ConfigurationKey(
                "read.first-frame",
                .duration(.seconds(1) ... .seconds(300)),
                default: "30s",
                "How long a connected device may take for its first measurement in passive reading."
            ),
            ConfigurationKey(
                "read.idle",
                .duration(.milliseconds(100) ... .seconds(60)),
                default: "2s",
                "The silence after the last measurement that ends a reading."
            ),
            ConfigurationKey(
                "read.longest",
                .duration(.seconds(5) ... .seconds(600)),
                default: "120s",
                "How long after its first measurement a device may go on sending; the rest is left for its next reading."
            ),
            ConfigurationKey(
                "clock.set",
                .bool,
                default: "false",
                "Whether a device's clock that is more than ten minutes wrong is set, by a hub whose own clock is synchronized."
            ),
            .clockTrusted,
            ConfigurationKey(
                "share-values",
                .bool,
                default: "false",
                "Whether `passiveDidRead` and `didReadPeripheral` carry the values, for every reader of the hub's events."
            ),
            ConfigurationKey(
                "frames.keep",
                .duration(.seconds(60) ... .seconds(31_536_000)),
                default: "30d",
                "How long raw frames are kept after they were decoded."
            ),
            ConfigurationKey(
                "claim.wait",
                .duration(.zero ... .seconds(5)),
                default: "300ms",
                "How long a hub waits for others that hear a device better; only where others were heard."
            ),
            ConfigurationKey(
                "hook.ready",
                .list,
                "A program and its arguments, run when a device waits for somebody to measure."
            ),
            ConfigurationKey("hook.read", .list, "A program and its arguments, run when a device was read passively."),
            ConfigurationKey("hook.failed", .list, "A program and its arguments, run when a passive reading failed."),
            ConfigurationKey(
                "keys.directory",
                .path,
                "Where makers' key files and validic.license are; the state directory and /etc/vitalbus/keys are looked in too."
            ),
            ConfigurationKey("session-manager.hub", .string, default: "site", "The hub of the session manager."),
        ]

    let context: ActorContext
    let radio: RadioLink
    let store: OutboxStore
    let relay: OutboxRelay
    let wake = WakeUp()
    /// Hears what becomes of a foreground reading.
    let fates: FateListener
    let hub: HubID
    let catalogue: PeripheralCatalogue
    /// What is wrong with the operator's catalogue file, or nil.
    let catalogueProblem: String?
    /// What closed protocols need.
    let parts: ClosedParts
    let sharesValues: Bool
    let passiveSet: PassiveSetFile
    /// Whether the clock is good enough to delete frames by.
    let retention: RetentionGate
    /// One radio job at a time: one connection per adapter.
    let radioLock = AsyncLock()
    /// Answers the pairing that an operator asked for.
    let agent: OperatorAgent
    var machine: PassiveMachine
    /// The passive reading that has or awaits the radio.
    var passive: (device: DeviceID, job: Task<LinkResult, any Error>)?
    /// Who reads a device that several hubs hear.
    var claims: ClaimMachine
    /// The claim being told, after which the next one is.
    var telling: Task<Void, Never>?
    var untoldClaims = 0
    /// The hub's own commands on ready, read and failed.
    let hooks: HookRunner
    /// What is wrong with the radio.
    var radioCause: RadioCause?
    /// The devices that are paired with this hub.
    var pairedDevices: Set<DeviceID> = []
    /// The devices whose last reading brought nothing, which was told.
    var withoutReading: Set<DeviceID> = []
    /// Whose person was told to measure.
    var ready: ReadyBook
    /// The devices whose last passive reading failed.
    var troubles = DeviceTroubles()
    var foregroundMachine = ForegroundMachine()
    /// The foreground work that runs.
    var foreground: Task<Void, Never>?
    /// Who asked for it.
    var foregroundEnd: CheckedContinuation<ForegroundResult, any Error>?
    var foregroundResult: ForegroundResult?
    /// When it was asked for.
    var foregroundAskedAt: Date?
    /// What the foreground machine has said and nobody has done yet.
    var foregroundActions: [ForegroundMachine.Action] = []
    var isCarryingOut = false
    /// The devices in sight; 512 at most.
    var nearby: [DeviceID: ForegroundMachine.Nearby] = [:]
    /// The devices that were forgotten and not seen since.
    var forgotten: Set<DeviceID> = []
    var bonds = BondDiagnosis()
    /// Whether wishes to assign paired devices are being sent.
    var isAssigning = false
    /// The seats whose sessions are known, and whether each is there.
    var activeSeats: [String: Bool] = [:]
    var lastSuccess: Date?
    var counters: [String: Int64] = ["read": 0, "failed": 0, "recovered": 0, "unreadable": 0]
    /// Jobs that the machine has started and that this task group runs.
    let jobs = BoundedQueue<PassiveMachine.Action>(capacity: 64)

    /// Opens the outbox and reads the configuration.
    ///
    /// - Throws: `StoreError` when the outbox cannot be opened, `RuntimeError` for a wrong configuration.
    public init(_ context: ActorContext) async throws {
        self.context = context
        radio = try RadioLink(context)
        let configuration = context.configuration
        guard let hub = HubID(rawValue: context.address.hub) else {
            throw RuntimeError(.configuration, "hub '\(context.address.hub)' is no id")
        }
        self.hub = hub
        let path = context.stateDirectory.appending(path: "device-reader-\(hub).sqlite").path
        store = try await OutboxStore.open(StoreConfiguration(path: path))
        let loaded = try RadioLink.catalogue(context)
        catalogue = PictureFolder(stateDirectory: context.stateDirectory).illustrated(loaded.catalogue, context.logger)
        catalogueProblem = loaded.problem
        agent = OperatorAgent(context.environment)
        let keys = try configuration.stringIfSet("keys.directory")
        parts = ClosedParts(
            folders: (keys.map { [$0] } ?? []) + [context.stateDirectory.path, "/etc/vitalbus/keys"],
            drivers: DriverRegistry.installed
        )
        sharesValues = try configuration.bool("share-values")
        retention = RetentionGate(
            file: context.stateDirectory.appending(path: "device-reader-\(hub).clock"),
            isTrusted: try configuration.bool(ConfigurationKey.clockTrusted.name)
        )
        passiveSet = PassiveSetFile(folder: context.stateDirectory, hub: hub.rawValue)
        let peripherals = try passiveSet.load() ?? Self.numbers(configuration.list("passive.peripherals"))
        machine = PassiveMachine(
            peripherals: Set(peripherals),
            models: Self.models(loaded.catalogue),
            rearm: try configuration.duration("passive.rearm").seconds,
            longestCooling: try configuration.duration("passive.rearm-advertising").seconds
        )
        ready = ReadyBook(silence: try configuration.duration("passive.rearm").seconds)
        claims = ClaimMachine(hub: hub.rawValue, wait: try configuration.duration("claim.wait").seconds)
        let commands = try HookEvent.allCases.map { ($0, try configuration.list($0.key)) }
        hooks = HookRunner(
            Dictionary(uniqueKeysWithValues: commands),
            hub: hub.rawValue,
            logger: context.logger
        )
        let fates = FateListener()
        self.fates = fates
        relay = OutboxRelay(
            store: store,
            client: context.client,
            requests: context.requests,
            hub: try configuration.string("session-manager.hub"),
            clock: SystemBootClock(),
            logger: context.logger,
            wake: wake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            onResults: { fates.hear($0) }
        )
    }

    /// The operations of DESIGN §5 that exist so far.
    public nonisolated var handlers: [RequestHandler] { readerHandlers }

    /// Reads until cancelled.
    public func run() async throws {
        try await recover()
        await publishState()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.relay.run() }
            // What waits in the outbox goes out whether or not there is a radio.
            group.addTask { try await self.openRadio() }
            group.addTask { try await self.followSightings() }
            group.addTask { try await self.followSessions() }
            group.addTask { try await self.followClaims() }
            group.addTask { await self.followRadio() }
            group.addTask { await self.hooks.run() }
            group.addTask { await self.tickUntilCancelled() }
            group.addTask { await self.carryOutJobs() }
            while try await group.next() != nil {}
        }
        await radio.close()
    }

    private func openRadio() async throws {
        try await radio.open()
        await lookAtRadio()
        try? await radio.client.registerAgent(agent, capability: .keyboardDisplay)
        await radio.watch()
    }

    /// Takes no new device; the one in hand is stopped in an orderly way, and its readings are in the outbox.
    public func drain() async {
        machine.close()
        await carryOut(foregroundMachine.cancel())
        passive?.job.cancel()
        await radioLock.close()
    }

    /// Closes the outbox in order.
    public func close() async throws { try await store.close() }

    /// The outbox's depth and the last reading.
    public func health() async -> HealthFacts {
        var facts = HealthFacts()
        facts.lastSuccess = lastSuccess
        facts.counters = counters.merging(await hooks.counters) { $1 }
        if let radioCause {
            if !radioCause.isNote { facts.status = .degraded }
            facts.problems = [radioCause.fault]
        }
        // One device's trouble does not make the hub a bad one.
        facts.problems += troubles.faults(at: context.environment.now())
        if let depth = try? await store.depth() {
            facts.queueDepths = [
                "outbox": depth.readings, "undecodedFrames": depth.undecodedFrames, "parked": depth.parked,
            ]
            facts.oldestAgeSeconds = depth.oldest.map {
                max(0, Int(clamping: context.environment.now().timeIntervalSince($0)))
            }
        }
        if let catalogueProblem {
            facts.status = .degraded
            facts.problems += [WireFault(code: "catalogueFile", message: catalogueProblem, retriable: false)]
        }
        let state = await store.health
        if !state.isWritable {
            facts.status = .failed
            let message = state.lastError?.message ?? "the outbox cannot be written"
            facts.problems.insert(WireFault(code: "storeUnavailable", message: message, retriable: true), at: 0)
        }
        return facts
    }

    static func numbers(_ texts: [String]) throws -> [Int] {
        try texts.map { text in
            guard let number = Int(text) else {
                throw RuntimeError(.configuration, "passive.peripherals: '\(text)' is no peripheral ID")
            }
            return number
        }
    }

    /// What passive reading has to know of the catalogue's models.
    static func models(_ catalogue: PeripheralCatalogue) -> [Int: PassiveModel] {
        let models = catalogue.peripherals.map { ($0.id, PassiveModel($0)) }
        return Dictionary(models.filter { $0.1 != PassiveModel() }, uniquingKeysWith: { first, _ in first })
    }

    /// Decodes what an earlier run, or a store that failed, left undecoded; no reading may be under way.
    func recover() async throws {
        let frames = FrameDecoding(hub: hub, store: store, logger: context.logger)
        let recovered = try await frames.recover { device, context, unreadable in
            tellUnreadable(unreadable, device, context.peripheralID)
        }
        guard recovered > 0 else { return }
        counters["recovered", default: 0] += Int64(recovered)
        context.logger.notice("readings were recovered from frames on disk", metadata: ["count": "\(recovered)"])
        wake.signal()
    }
}
