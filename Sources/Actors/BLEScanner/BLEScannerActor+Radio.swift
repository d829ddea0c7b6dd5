internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess

extension BLEScannerActor {
    /// Starts discovery where it does not run; an adapter that is switched off or away is told, not hidden.
    func beginScanning() async {
        do {
            if try await radio.client.adapter().isPowered == false { try await radio.client.setPowered(true) }
            try await radio.client.startDiscovery(DiscoveryFilter())
            isScanning = true
            isResting = false
            isBlocked = false
            isRefused = false
            failure = nil
            pause.reset()
        } catch {
            isScanning = false
            isResting = false
            isBlocked = (error as? BlueZError)?.code == .adapterBlocked
            isRefused = (error as? BlueZError)?.code == .inProgress
            // Whether it is away or hangs is found out by asking it.
            let isServiceSilent = (error as? BlueZError)?.code == .serviceNotRunning
            failure = isServiceSilent ? nil : Self.fault(error)
            // BlueZ alone can put a refusal right, and does not say when.
            retryAt = clock.now + (isRefused ? Self.refusalPause : pause.failed())
        }
        await tellCondition(evenIfSame: true)
    }

    /// How long after a refusal discovery is tried again.
    private static let refusalPause = Duration.seconds(5)

    /// How long discovery rests at most while a device is connected.
    private static let longestRest = Duration.seconds(10)

    /// Ends discovery, because a device is connected now.
    ///
    /// In a round of discovery the radio tells of each device once, and the kernel connects only what it is told of: Connect
    /// would wait for the round's end, which took 5 s in the middle and 10 s at most (bluetoothd 5.66, kernel 6.12). BlueZ
    /// keeps devices that it heard for longer than this rest (`TemporaryTimeout`, 30 s).
    func rest() async {
        guard isScanning || isResting, await !radio.isLinkUp else { return }
        retryAt = clock.now + Self.longestRest
        guard isScanning else { return }
        isScanning = false
        isResting = true
        _ = try? await radio.client.stopDiscovery()
    }

    /// Goes on with discovery that rests, unless somebody else holds it.
    func endRest() async {
        guard isResting, !holds.isHeld(at: context.environment.now()) else { return }
        await beginScanning()
    }

    /// Looks after the radio once a second.
    func heal() async {
        let condition = await tellCondition()
        if condition.isUsable, !wasUsable {
            // What kept it from scanning is over: a pause that grew meanwhile is not.
            pause.reset()
            retryAt = clock.now
        }
        wasUsable = condition.isUsable
        guard condition.hasAdapter, condition.service == .up else {
            isScanning = false
            return
        }
        if !isScanning {
            let isConnected = isResting ? await radio.isLinkUp : false
            if isConnected || clock.now >= retryAt { await beginScanning() }
            return
        }
        if renewal.isDue(now: clock.now) { await beginScanning() }
        guard !holds.isHeld(at: context.environment.now()) else { return }
        let isLinkUp = await radio.isLinkUp
        await heal(watchdog.tick(now: clock.now, isLinkUp: isLinkUp))
    }

    private func heal(_ action: RadioWatchdog.Action) async {
        switch action {
        case .none: return
        case .restartDiscovery:
            count("restarts")
            context.logger.notice("no advertisement for long: discovery starts again")
            isStuck = (try? await radio.client.stopDiscovery()) == false
            await beginScanning()
        case .powerCycle:
            count("powerCycles")
            context.logger.warning("still no advertisement: the adapter is switched off and on")
            try? await radio.client.setPowered(false)
            await beginScanning()
        case .tell: await tellCondition()
        }
    }

    /// How the radio stands, by what this actor knows too.
    func condition() async -> RadioCondition {
        var condition = await radio.condition()
        if condition.isPowered { isBlocked = false }
        condition.isBlocked = condition.isBlocked || isBlocked
        condition.isRefused = isRefused
        condition.isSilent = watchdog.isSilent
        condition.isStuck = isStuck
        return condition
    }

    /// Publishes the adapter's state where it says something new; what is wrong is told once.
    @discardableResult
    func tellCondition(evenIfSame isAlways: Bool = false) async -> RadioCondition {
        let condition = await condition()
        let fault = condition.cause?.fault ?? failure
        guard fault != problem else {
            if isAlways { await publishState() }
            return condition
        }
        if let fault {
            lastCause = problem == nil ? fault.code : RadioCause.root(of: lastCause, and: fault.code)
            context.logger.warning("the radio does not work", metadata: ["error": "\(fault.code): \(fault.message)"])
        } else {
            recovered = context.environment.now()
            context.logger.notice("the radio works again", metadata: ["was": "\(lastCause ?? "")"])
        }
        problem = fault
        await publishState()
        return condition
    }

    /// Publishes the adapter's state.
    func publishState() async {
        let adapter = try? await radio.client.adapter()
        let condition = await condition()
        let state = AdapterState(
            hub: context.address.hub,
            present: adapter != nil,
            powered: adapter?.isPowered ?? false,
            discovering: adapter?.isDiscovering ?? false,
            lastAdvertisement: lastAdvert,
            problem: isNote ? nil : problem?.message,
            cause: problem?.code,
            adapters: condition.service == .up ? condition.adapters : nil,
            lastCause: lastCause,
            recovered: recovered
        )
        await context.states.set(ScannerTopics.adapterState, [:], state)
    }

    /// Whether what there is to say is no problem.
    var isNote: Bool { problem.map { RadioCause(rawValue: $0.code).isNote } ?? false }

    /// An error as it travels.
    static func fault(_ error: any Error) -> WireFault {
        guard let error = error as? BlueZError else {
            return WireFault(code: "failed", message: "\(error)", retriable: true)
        }
        if let cause = RadioCause(error.code) { return cause.fault }
        return WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
    }
}
