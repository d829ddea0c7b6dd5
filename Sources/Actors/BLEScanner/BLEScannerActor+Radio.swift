internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess

extension BLEScannerActor {
    /// Starts discovery, and switches the adapter on if needed; failures are published.
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
            // A ping shows whether the service is absent or hangs.
            let isServiceSilent = (error as? BlueZError)?.code == .serviceNotRunning
            failure = isServiceSilent ? nil : Self.fault(error)
            // Only BlueZ can resolve a refusal, and it does not signal when.
            retryAt = clock.now + (isRefused ? Self.refusalPause : pause.failed())
        }
        await tellCondition(evenIfSame: true)
    }

    /// The pause before discovery is retried after a refusal.
    private static let refusalPause = Duration.seconds(5)

    /// The longest pause of discovery while a device is connected.
    private static let longestRest = Duration.seconds(10)

    /// Pauses discovery because a device is about to be connected.
    ///
    /// In a round of discovery the radio reports each device once, and the kernel connects only reported devices: Connect
    /// would wait for the round's end, a median of 5 s and at most 10 s (bluetoothd 5.66, kernel 6.12). BlueZ remembers
    /// devices for longer than this pause (`TemporaryTimeout`, 30 s).
    func rest() async {
        guard isScanning || isResting, await !radio.isLinkUp else { return }
        retryAt = clock.now + Self.longestRest
        guard isScanning else { return }
        isScanning = false
        isResting = true
        await stopDiscovery()
    }

    /// Stops discovery.
    ///
    /// - Returns: False if BlueZ fails to end this process's session; nil if it did not answer.
    @discardableResult
    func stopDiscovery() async -> Bool? {
        do {
            return try await radio.client.stopDiscovery()
        } catch {
            context.logger.warning(
                "could not stop discovery; connections may take longer until bluetoothd answers",
                metadata: ["error": "\(error)"]
            )
            return nil
        }
    }

    /// Resumes paused discovery, unless another hold is active.
    func endRest() async {
        guard isResting, !holds.isHeld(at: context.environment.steady()) else { return }
        await beginScanning()
    }

    /// Checks the radio once a second and recovers it.
    func heal() async {
        let condition = await tellCondition()
        if condition.isUsable, !wasUsable {
            // The obstacle is gone, so do not wait out a pause that grew meanwhile.
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
        guard !holds.isHeld(at: context.environment.steady()) else { return }
        let isLinkUp = await radio.isLinkUp
        await heal(watchdog.tick(now: clock.now, isLinkUp: isLinkUp))
    }

    private func heal(_ action: RadioWatchdog.Action) async {
        switch action {
        case .none: return
        case .restartDiscovery:
            count("restarts")
            context.logger.notice("received no advertisement for a long time; restarting discovery")
            isStuck = await stopDiscovery() == false
            await beginScanning()
        case .powerCycle:
            count("powerCycles")
            context.logger.warning("still no advertisement received; switching the adapter off and on")
            do {
                try await radio.client.setPowered(false)
            } catch {
                context.logger.warning(
                    "could not switch the adapter off; starting discovery anyway",
                    metadata: ["error": "\(error)"]
                )
            }
            await beginScanning()
        case .tell: await tellCondition()
        }
    }

    /// The radio's condition, including the facts that only this actor knows.
    func condition() async -> RadioCondition {
        var condition = await radio.condition()
        if condition.isPowered { isBlocked = false }
        condition.isBlocked = condition.isBlocked || isBlocked
        condition.isRefused = isRefused
        condition.isSilent = watchdog.isSilent
        condition.isStuck = isStuck
        return condition
    }

    /// Publishes the adapter's state if it changed; a problem is logged once.
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
            context.logger.warning(
                "the radio does not work; see vitalbus doctor",
                metadata: ["error": "\(fault.code): \(fault.message)"]
            )
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
        guard turn.take() else { return }
        while turn.isDue() { await publishPresentState() }
    }

    private func publishPresentState() async {
        // Absent is nil: a missing adapter is a state to publish.
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
        await context.states.set(ScannerTopics.adapterState, values: [:], data: state)
    }

    /// Whether the published problem is merely a note.
    var isNote: Bool { problem.map { RadioCause(rawValue: $0.code).isNote } ?? false }

    /// An error as sent over the bus.
    static func fault(_ error: any Error) -> WireFault {
        guard let error = error as? BlueZError else {
            return WireFault(code: "failed", message: error.plainWords, retriable: true)
        }
        if let cause = RadioCause(error.code) { return cause.fault }
        return WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
    }
}
