public import ActorRuntime
internal import BlueZ
public import BusContract
internal import DeliveryRules
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
public import MessageBus
internal import RadioAccess
internal import USB
internal import VitalRecords

/// The scanner's own configuration keys.
struct BLEScannerKeys: SettingTable {
    let radio = RadioLink.Keys()
    let lostAfter = Setting.duration(
        "lost-after",
        in: .seconds(1) ... .seconds(600),
        default: .seconds(20),
        doc:
            "After this silence a device is reported as lost. bluetoothd reports each device about every 10 s."
    )
    let silence = Setting.duration(
        "silence",
        in: .seconds(1) ... .seconds(3600),
        default: .seconds(90),
        doc: "After this silence discovery is restarted, and then the adapter is switched off and on."
    )
}

/// The actor `ble-scanner`: owns a hub's discovery, sightings and the adapter's health.
public actor BLEScannerActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.bleScanner.rawValue
    /// Logs under the Bluetooth component.
    public static let logComponent = LoggingState.Component.bluetooth
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = BLEScannerKeys.keys

    let context: ActorContext
    let radio: RadioLink
    let clock: any BootClock
    /// The kernel's list of meters on USB cables.
    let cables = USBMeters()
    /// The problem with the operator's catalogue file; nil if there is none.
    let catalogueProblem: String?
    var sightings: SightingMaker
    private var unknown: UnknownBook
    var watchdog: RadioWatchdog
    var holds = DiscoveryHolds()
    var renewal = FilterRenewal()
    /// Whose turn it is to publish the adapter's state.
    var turn = StateTurn()
    var isScanning = false
    /// Whether discovery is paused because a device is being connected.
    var isResting = false
    /// Whether BlueZ refused to power the adapter because the kernel blocks it; older versions show this in no other
    /// way.
    var isBlocked = false
    /// Whether BlueZ reported a discovery in progress that was not running.
    var isRefused = false
    /// Whether discovery could not be stopped when nothing was heard.
    var isStuck = false
    /// Why the last start of discovery failed; nil if it succeeded.
    var failure: WireFault?
    var pause = RetryPause()
    var retryAt: BootInstant
    /// Whether the radio was usable at the last check.
    var wasUsable = true
    var lastAdvert: Date?
    /// The published problem; nil if there is none.
    var problem: WireFault?
    var lastCause: String?
    var recovered: Date?
    private var counters: [String: Int64] = ["adverts": 0, "sighted": 0, "restarts": 0]

    /// Reads the configuration.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration.
    public init(_ context: ActorContext) async throws {
        self.context = context
        radio = try RadioLink(context)
        let loaded = try RadioLink.catalogue(context)
        catalogueProblem = loaded.problem
        clock = SystemBootClock()
        let lostAfter = try context.configuration[\BLEScannerKeys.lostAfter]
        sightings = SightingMaker(
            hub: context.address.hub,
            lostAfter: Double(lostAfter.components.seconds),
            radio: radio,
            catalogue: loaded.catalogue
        )
        unknown = UnknownBook(lostAfter: Double(lostAfter.components.seconds))
        watchdog = RadioWatchdog(now: clock.now, patience: try context.configuration[\BLEScannerKeys.silence])
        retryAt = clock.now
    }

    /// The operations that the scanner serves.
    public nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(ScannerTopics.sightings) { [self] _, _ in await inSight() },
            RequestHandler(ScannerTopics.holdDiscovery) { [self] body, _ in try await hold(body) },
            RequestHandler(ScannerTopics.pairingMode) { [self] body, _ in try await pair(body) },
        ]
    }

    /// Scans until cancelled.
    public func run() async throws {
        // Meters on a cable need no radio.
        async let _: Void = watchCables()
        try await radio.open { _ in _ = await self.tellCondition() }
        let adverts = await radio.client.adverts()
        let events = await radio.client.events()
        await beginScanning()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await advert in adverts where !Task.isCancelled { await self.receive(advert) } }
            group.addTask { for await event in events where !Task.isCancelled { await self.receive(event) } }
            group.addTask { await self.tickUntilCancelled() }
            group.addTask { await self.radio.watch() }
        }
        await radio.close()
    }

    /// Stops discovery.
    public func drain() async {
        isScanning = false
        await stopDiscovery()
    }

    /// The radio's health: when it last heard a device, and its problem.
    public func health() async -> HealthFacts {
        var facts = HealthFacts()
        facts.lastSuccess = lastAdvert
        facts.counters = counters
        if let problem {
            // A quiet room is not a fault, but is worth a note.
            if !isNote { facts.status = .degraded }
            facts.problems = [problem]
        }
        if let catalogueProblem {
            facts.status = .degraded
            facts.problems += [WireFault(code: "catalogueFile", message: catalogueProblem, retriable: false)]
        }
        return facts
    }

    private func inSight() -> Sightings {
        var sightings = self.sightings.book.nearest()
        sightings.unknown = unknown.nearest(at: context.environment.steady())
        return sightings
    }

    private func hold(_ body: HoldDiscovery) async throws -> DiscoveryHeld {
        guard (0...120).contains(body.seconds) else {
            throw BusError(.invalidArgument, message: "seconds is \(body.seconds): use 1 to 120, or 0 to end the hold")
        }
        let now = context.environment.steady()
        let isNew = !holds.isHeld(for: body.device, at: now)
        let until = holds.hold(body.device, seconds: body.seconds, at: now)
        if body.seconds == 0 { await endRest() } else if isNew { await rest() }
        return DiscoveryHeld(until: wallTime(until))
    }

    private func pair(_ body: PairingMode) async throws -> PairingModeUntil {
        guard (0...300).contains(body.seconds) else {
            throw BusError(.invalidArgument, message: "seconds is \(body.seconds): use 1 to 300, or 0 to end it")
        }
        let now = context.environment.steady()
        let until = holds.pair(body.device, seconds: body.seconds, at: now)
        // The caller has not seen earlier sightings.
        let waited = sightings.book.present.filter { holds.isWaited(for: $0.device, at: now) }
        await carryOut(waited.map { .sighted($0) })
        return PairingModeUntil(until: wallTime(until))
    }

    /// A time of the steady clock by the wall clock.
    private func wallTime(_ time: Date) -> Date {
        context.environment.now().addingTimeInterval(time.timeIntervalSince(context.environment.steady()))
    }

    private func receive(_ event: AdvertEvent) async {
        guard case .advert(let device, _) = event else { return }
        let (wall, now) = (context.environment.now(), context.environment.steady())
        lastAdvert = wall
        counters["adverts", default: 0] += 1
        watchdog.heard(now: clock.now)
        isStuck = false
        if problem != nil { await tellCondition() }
        let found = sightings.heard(device, episode: wall, at: now) { [holds] id in holds.isWaited(for: id, at: now) }
        guard let found else { return }
        guard let actions = found.actions else {
            unknown.heard(found.id, name: device.name, rssi: device.rssi, at: now)
            return
        }
        unknown.matched(found.id)
        await carryOut(actions)
    }

    func carryOut(_ actions: [SightingBook.Action]) async {
        for action in actions {
            do {
                switch action {
                case .sighted(let data):
                    counters["sighted", default: 0] += 1
                    try await context.client.publish(ScannerTopics.peripheralSighted, data: data)
                case .lost(let data):
                    try await context.client.publish(ScannerTopics.peripheralLost, data: data)
                }
            } catch {
                // The next advertisement causes another sighting.
                context.logger.debug(
                    "could not publish a sighting; the next one replaces it",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }

    private func receive(_ event: BlueZEvent) async {
        switch event {
        case .serviceUp:
            pause.reset()
            await beginScanning()
        case .adapter(let adapter):
            // Absent is nil: without an adapter, another one changed.
            guard (try? await radio.client.adapter())?.path == adapter.path else {
                await tellCondition(evenIfSame: true)
                return
            }
            // A powered-off adapter is switched on after the pause, because the attempt itself may have caused this
            // change.
            if adapter.isPowered {
                pause.reset()
                await beginScanning()
            } else {
                isScanning = false
                await tellCondition(evenIfSame: true)
            }
        case .serviceDown, .adapterGone:
            isScanning = false
            renewal.clear()
            await carryOut(sightings.book.clear())
            await tellCondition(evenIfSame: true)
        case .device(let device):
            renewal.device(device.address, isConnected: device.isConnected, now: clock.now)
        case .deviceGone(let address): renewal.gone(address, now: clock.now)
        case .gap: return
        }
    }

    func tickUntilCancelled() async {
        while !Task.isCancelled {
            do { try await context.environment.clock.sleep(for: .seconds(1)) } catch { return }
            await carryOut(sightings.book.tick(at: context.environment.steady()))
            await heal()
        }
    }

    func count(_ name: String) {
        counters[name, default: 0] += 1
    }
}
