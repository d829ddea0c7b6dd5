internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeliveryRules
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// Follows the scanner's sightings until cancelled.
    func followSightings() async throws {
        let topics = [ScannerTopics.peripheralSighted.descriptor, ScannerTopics.peripheralLost.descriptor]
        let subscription = try await context.client.subscribe(to: topics, hub: context.address.hub)
        for await message in subscription where context.client.isSaidNow(message) {
            let now = context.environment.now()
            if message.topic.hasSuffix("/peripheralSighted"),
                let sighting = try? Envelope<PeripheralSighted>.decode(message.payload).data
            {
                ready.seen(sighting.device, at: now)
                await foregroundSighted(sighting)
                await start(machine.sighted(sighting, at: now))
            } else if let lost = try? Envelope<PeripheralLost>.decode(message.payload).data {
                nearby[lost.device] = nil
                machine.lost(lost.device, at: now)
                withoutReading.remove(lost.device)
            } else {
                context.client.refusals.note(.unreadable)
            }
        }
        subscription.cancel()
    }

    /// Learns which seats have a session, until cancelled.
    func followSessions() async throws {
        let subscription = try await context.client.subscribe(
            to: [SessionEvents.sessionState.descriptor],
            hub: try context.configuration.string("session-manager.hub")
        )
        for await message in subscription {
            // A state that was taken back, as of an erased seat, has no bytes.
            guard let seat = message.topic.split(separator: "/").last.map(String.init) else { continue }
            let state = try? Envelope<SessionState>.decode(message.payload).data
            if let state, activeSeats.count < 10_000 || activeSeats[seat] != nil {
                activeSeats[seat] = state.active
            } else {
                activeSeats[seat] = nil
            }
        }
        subscription.cancel()
    }

    /// Lets time pass for the machine, and forgets old frames, until cancelled.
    func tickUntilCancelled() async {
        var sweepAt = context.environment.now()
        var recoverAt = sweepAt
        while !Task.isCancelled {
            do { try await context.environment.clock.sleep(for: .milliseconds(500)) } catch { return }
            let now = context.environment.now()
            await start(machine.tick(at: now))
            await carryOut(claims.tick(at: now))
            await carryOut(foregroundMachine.tick(at: now))
            if now >= recoverAt {
                recoverAt = now.addingTimeInterval(10)
                await recoverBetweenReadings()
                retryAssignments()
            }
            guard now >= sweepAt, let kept = try? context.configuration.duration("frames.keep") else { continue }
            sweepAt = now.addingTimeInterval(3600)
            guard retention.mayDelete(at: now) else { continue }
            let oldest = now.addingTimeInterval(-kept.seconds)  // In range: a Double.
            _ = try? await store.deleteDecodedFrames(before: oldest)
        }
    }

    /// Frames whose reading could not be committed get another try while nobody has the radio.
    private func recoverBetweenReadings() async {
        guard let depth = try? await store.depth(), depth.undecodedFrames > 0 else { return }
        await radioLock.withLockIfFree { try? await recover() }
    }

    /// Reads what the machine says, one after the other, until cancelled.
    func carryOutJobs() async {
        while let action = await jobs.next() {
            guard case .read(let sighting, let peripheralID) = action else { continue }
            await readPassively(sighting, peripheralID)
        }
    }

    /// Carries out what the machine says; readings are done by ``carryOutJobs()``.
    func start(_ actions: [PassiveMachine.Action]) async {
        for action in actions {
            switch action {
            case .read:
                await jobs.send(action)
                await publishState()
            case .stop(let device):
                if let passive, passive.device == device { passive.job.cancel() }
            }
        }
    }

    private func readPassively(_ sighting: PeripheralSighted, _ peripheralID: Int) async {
        guard await !wantsPairing(sighting) else {
            await tellFailure(ReadFailure(.failed(.notPaired)), sighting.device, peripheralID)
            await start(machine.finished(sighting.device, .notPaired, at: context.environment.now()))
            await publishState()
            return
        }
        let outcome: PassiveOutcome =
            switch await claim(sighting) {
            case .mine: await readClaimed(sighting, peripheralID)
            case .yield(let until): .yielded(until: until)
            case .settled: .empty
            }
        await start(machine.finished(sighting.device, outcome, at: context.environment.now()))
        await publishState()
    }

    /// Whether a device is of a model that may be connected for its pairing only, and is not paired.
    private func wantsPairing(_ sighting: PeripheralSighted) async -> Bool {
        let models = sighting.peripheralIDs.compactMap { catalogue.peripheral(id: $0) }
        let rules = LinkRules(models.reduce(into: []) { $0.formUnion($1.quirks) })
        guard rules.connectsOnlyBonded || rules.bondsBeforeReading else { return false }
        return await radio.info(of: sighting.device)?.isBonded == false
    }

    private func readClaimed(_ sighting: PeripheralSighted, _ peripheralID: Int) async -> PassiveOutcome {
        let device = sighting.device
        let start = readContext(peripheralID, episode: sighting.episode, seat: nil, isSubmitted: true)
        let isTelling = mayWait(sighting)
        let job = Task {
            let limit = try context.configuration.duration("read.first-frame")
            return try await read(device, start, firstFrame: limit, isTelling: isTelling) {
                await self.tellPassivelyReady(sighting, peripheralID)
            }
        }
        passive = (device, job)
        let result = await withTaskCancellationHandler {
            await job.result
        } onCancel: {
            job.cancel()
        }
        passive = nil
        let outcome = PassiveOutcome(result, isStopped: job.isCancelled)
        await release(device, outcome)
        await tellOutcome(outcome, result, device, peripheralID)
        return outcome
    }

    private func tellOutcome(
        _ outcome: PassiveOutcome,
        _ result: Result<LinkResult, any Error>,
        _ device: DeviceID,
        _ peripheralID: Int
    ) async {
        if outcome != .noReading { withoutReading.remove(device) }
        ready.seen(device, at: context.environment.now(), isLink: true)
        if outcome == .done || outcome == .empty {
            bonds.clear(device)
            troubles.ended(device)
            ready.read(device)
        }
        switch result {
        case .failure(let error):
            if outcome != .stopped { await tellFailure(error, device, peripheralID) }
        // What a link that broke or was stopped has brought is told; the rest is fetched at the next try.
        case .success(let link) where !link.readings.isEmpty:
            await tellRead(ReaderTopics.passiveDidRead, device, peripheralID, link.readings)
            await hooks.offer(HookCall(event: .read, peripheralID: peripheralID))
        case .success(let link):
            guard outcome != .stopped, let fault = link.fault else { return }
            if outcome == .noReading {
                // A device that always advertises would say so for ever.
                if withoutReading.count >= PassiveMachine.limit { withoutReading = [] }
                guard withoutReading.insert(device).inserted else { return }
            }
            await tellFailure(fault, device, peripheralID)
        }
    }

    private func tellFailure(_ error: any Error, _ device: DeviceID, _ peripheralID: Int) async {
        counters["failed", default: 0] += 1
        let (reason, fault) = await judged(error, device, at: .connecting)
        troubles.failed(device, fault, at: context.environment.now())
        let data = PeripheralDidFail(
            seat: nil,
            hub: hub.rawValue,
            peripheralID: peripheralID,
            device: device,
            reason: reason,
            error: fault
        )
        await tell(ReaderTopics.passiveDidFail, data)
        await hooks.offer(HookCall(event: .failed, peripheralID: peripheralID, reason: reason.rawValue))
    }

    /// Reads a device with the radio to itself.
    ///
    /// - Parameters:
    ///   - isTelling: Whether somebody is told when the device waits for a measurement.
    ///   - tellReady: Is called when it does.
    func read(
        _ device: DeviceID,
        _ start: ReadContext,
        firstFrame: Duration,
        isTelling: Bool = false,
        tellReady: @escaping @Sendable () async -> Void = {}
    ) async throws -> LinkResult {
        let driver = try await driver(start.peripheralID, device)
        return try await radioLock.withLock {
            try await holdingDiscovery(for: device) {
                let watch = await watch(of: device, isTelling: isTelling)
                return try await readNow(device, start, firstFrame, driver, watch, tellReady)
            }
        }
    }

    private func readNow(
        _ device: DeviceID,
        _ start: ReadContext,
        _ firstFrame: Duration,
        _ driver: (any ProtocolDriver)?,
        _ watch: WaitingWatch,
        _ tellReady: @escaping @Sendable () async -> Void
    ) async throws -> LinkResult {
        guard let address = await radio.address(of: device) else {
            throw BlueZError(.deviceGone, "the device is no longer in sight")
        }
        let job = LinkJob(
            limits: IndicatedProcedure.Limits(
                first: firstFrame,
                idle: try context.configuration.duration("read.idle"),
                longest: try context.configuration.duration("read.longest")
            ),
            setsClocks: try setsClocks(),
            consents: await consents(of: device),
            driver: driver,
            watch: watch,
            tellReady: tellReady,
            radio: radio.client,
            store: store,
            hub: hub,
            environment: context.environment,
            logger: context.logger
        )
        let result = try await noted(device, start) {
            try await job.run(address, device: device, context: start)
        }
        await remember(result.manner, of: device, known: watch.known)
        counters["read", default: 0] += Int64(result.readings.count)
        tellUnreadable(result.unreadable, device, start.peripheralID)
        if let lost = result.consents?.lost, !lost.isEmpty {
            context.logger.error(
                "a scale no longer knows users: pair it anew for their seats",
                metadata: ["device": "\(device)", "users": "\(lost.sorted())"]
            )
        }
        lastSuccess = context.environment.now()
        wake.signal()
        return result
    }

    /// Whether devices' clocks are set: where it is wanted, and the hub's own clock is right.
    private func setsClocks() throws -> Bool {
        guard try context.configuration.bool("clock.set") else { return false }
        let isRight = try context.configuration.bool("clock.trusted") || HubClock.isSynchronized()
        if !isRight {
            context.logger.warning(
                "no device's clock is set: the hub's own is not synchronized; see timedatectl, or set clock.trusted"
            )
        }
        return isRight
    }

    /// What is known before a device is connected.
    ///
    /// - Parameter askedAt: When somebody asked for it for a seat.
    func readContext(
        _ peripheralID: Int,
        episode: Date,
        seat: String?,
        askedAt: Date? = nil,
        isSubmitted: Bool
    ) -> ReadContext {
        ReadContext(
            peripheralID: peripheralID,
            clockOffsetSeconds: nil,
            utcOffset: LocalTime.utcOffset(at: context.environment.now()),
            episode: episode,
            seat: seat,
            askedAt: seat == nil ? nil : askedAt,
            hasMemory: catalogue.peripheral(id: peripheralID)?.hasMemory,
            isSubmitted: isSubmitted
        )
    }

    /// Tells what was read; without values where they are not shared.
    func tellRead(
        _ topic: Topic<PeripheralDidRead>,
        _ device: DeviceID,
        _ peripheralID: Int,
        _ readings: [Reading]
    ) async {
        // A device that holds hundreds of readings is told in parts that fit a message.
        for start in stride(from: 0, to: max(1, readings.count), by: 32) {
            let part = readings[start..<min(readings.count, start + 32)]
            let data = PeripheralDidRead(
                seat: nil,
                hub: hub.rawValue,
                peripheralID: peripheralID,
                device: device,
                records: part.map(shown),
                disposition: .outbox
            )
            await tell(topic, data)
        }
    }

    /// A reading as events show it.
    func shown(_ reading: Reading) -> Reading {
        sharesValues ? reading : reading.withoutValues
    }

    /// Publishes an event; the outbox is what must not be lost, so a broker that is away is no error here.
    func tell<Payload>(_ topic: Topic<Payload>, _ data: Payload) async {
        do {
            try await context.client.publish(topic, data: data)
        } catch {
            context.logger.info(
                "an event was not told",
                metadata: ["event": "\(topic.descriptor.name)", "error": "\(error)"]
            )
        }
    }

    /// Publishes the passive set and its devices.
    func publishState() async {
        let devices = machine.phases.prefix(64).map {
            PassiveState.Device(device: $0.device, peripheralID: $0.peripheralID, phase: $0.phase.word)
        }
        let state = PassiveState(
            hub: hub.rawValue,
            peripheralIDs: machine.peripherals.sorted(),
            devices: Array(devices)
        )
        await context.states.set(ReaderTopics.passiveState, [:], state)
    }

    /// An error as it travels.
    static func fault(_ error: any Error) -> WireFault {
        switch error {
        case let error as BlueZError:
            WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case let error as CodecError:
            WireFault(code: error.code.rawValue, message: error.message, retriable: false)
        case let error as BusError: WireFault(error)
        case let error as MissingPart: WireFault(error)
        case let error as ReadFailure:
            WireFault(code: error.code, message: error.message, retriable: error.isRetriable)
        default: WireFault(code: "failed", message: "\(error)", retriable: true)
        }
    }
}
