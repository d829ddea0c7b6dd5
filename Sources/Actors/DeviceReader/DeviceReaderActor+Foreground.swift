internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// Reads a device in the foreground.
    func readForeground(_ body: ReadPeripheral, deadline: Date?) async throws -> PeripheralDidRead {
        _ = try peripheral(body.peripheralID)
        let seconds = body.seconds ?? 60
        guard (1...300).contains(seconds) else {
            throw BusError(.invalidArgument, "seconds is \(seconds): use 1 to 300")
        }
        let end = context.environment.now().addingTimeInterval(Double(seconds) + 5)
        if let deadline, deadline < end {
            throw BusError(.invalidArgument, "the request's deadline is too near: leave \(seconds) s and 5 s more")
        }
        if let seat = body.seat, await hasNoSession(seat) {
            let message = "seat '\(seat)' has no session: start one with startSession"
            let fault = WireFault(code: BusError.Code.noUser.rawValue, message: message, retriable: false)
            throw await fail(.read(body), body.device, .noUser, fault)
        }
        guard case .read(let data) = try await runForeground(.read(body)) else {
            throw BusError(.internalError, "a reading ended as a pairing")
        }
        return data
    }

    /// Whether a seat has no session; one that began just now may not be known here yet.
    private func hasNoSession(_ seat: String) async -> Bool {
        for _ in 0..<30 where activeSeats[seat] == false {
            do { try await context.environment.clock.sleep(for: .milliseconds(100)) } catch { break }
        }
        return activeSeats[seat] == false
    }

    /// Pairs a device.
    func pair(_ body: PairPeripheral) async throws -> PeripheralPaired {
        _ = try peripheral(body.peripheralID)
        try await checkBeforePairing(body)
        guard case .paired(let data) = try await runForeground(.pair(body)) else {
            throw BusError(.internalError, "a pairing ended as a reading")
        }
        // The device is paired, which was told; what was asked for is not done.
        if let fault = data.assignmentError { throw fault.error }
        return data
    }

    /// Cancels the foreground work; its request is answered with `cancelled`.
    ///
    /// - Throws: `BusError` (`notFound`) where nothing is under way.
    func cancelForeground() async throws -> Empty {
        guard foregroundMachine.work != nil else {
            throw BusError(.notFound, "nothing is being read or paired at this hub: there is nothing to cancel")
        }
        await carryOut(foregroundMachine.cancel())
        return Empty()
    }

    /// A device is in sight.
    func foregroundSighted(_ sighting: PeripheralSighted) async {
        forgotten.remove(sighting.device)
        let nearby = ForegroundMachine.Nearby(
            device: sighting.device,
            peripheralIDs: sighting.peripheralIDs,
            rssi: sighting.rssi
        )
        if self.nearby[sighting.device] != nil || self.nearby.count < 512 { self.nearby[sighting.device] = nearby }
        await carryOut(foregroundMachine.sighted(nearby))
    }

    /// Why the radio cannot be used now, or nil.
    func radioProblem() async -> WireFault? {
        let condition = await radio.condition()
        guard !condition.isUsable else { return nil }
        return WireFault(
            code: BusError.Code.bluetoothOff.rawValue,
            message: condition.cause?.words ?? "the hub's Bluetooth is not reached yet",
            retriable: true
        )
    }

    private func runForeground(_ work: ForegroundMachine.Work) async throws -> ForegroundResult {
        let problem = await radioProblem()
        var isKnown = false
        if let device = work.device { isKnown = await radio.address(of: device) != nil }
        let actions: [ForegroundMachine.Action]
        do {
            // The work before this one may have ended, and not be told yet.
            guard foregroundEnd == nil || foregroundMachine.work != nil else {
                throw BusError(.busy, "foreground work is about to end: ask again", isRetriable: true)
            }
            let now = context.environment.now()
            actions = try foregroundMachine.begin(
                work,
                nearby: Array(nearby.values),
                isKnown: isKnown,
                problem: problem,
                at: now
            )
            foregroundAskedAt = now
        } catch let error as BusError where error.code == .busy {
            throw await fail(work, work.device, .busy, WireFault(error))
        }
        return try await withCheckedThrowingContinuation { waiter in
            foregroundEnd = waiter
            foregroundActions += actions
            Task { await carryOut([ForegroundMachine.Action]()) }
        }
    }

    /// Carries out what the machine says, each after the one before: what it says later must not overtake.
    func carryOut(_ actions: [ForegroundMachine.Action]) async {
        foregroundActions += actions
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !foregroundActions.isEmpty { await carryOut(foregroundActions.removeFirst()) }
        isCarryingOut = false
    }

    private func carryOut(_ action: ForegroundMachine.Action) async {
        switch action {
        case .suspendPassive(let isSuspended): await start(machine.suspend(isSuspended))
        case .tellReady(let work, let device): await tellReady(work, device)
        case .start(let work, let device): foreground = Task { await run(work, device) }
        case .stop: foreground?.cancel()
        case .finish(let work, let device, let ending): await finish(work, device, ending)
        }
    }

    private func tellReady(_ work: ForegroundMachine.Work, _ device: DeviceID?) async {
        guard let device else { return }
        let event = PeripheralEvent(
            seat: work.seat,
            hub: hub.rawValue,
            peripheralID: work.peripheralID,
            device: device
        )
        await tell(ReaderTopics.isReadyToReadPeripheral, event)
    }

    private func run(_ work: ForegroundMachine.Work, _ device: DeviceID) async {
        let ending: ForegroundMachine.Ending
        do {
            foregroundResult = try await result(of: work, device)
            bonds.clear(device)
            ending = .done
        } catch is CancellationError {
            ending = .cancelled
        } catch {
            let (reason, fault) = await judged(error, device, at: work.isPairing ? .pairing : .connecting)
            ending = reason == .cancelled ? .cancelled : .failed(reason, fault)
        }
        foreground = nil
        // In a task of its own: what a cancelled task publishes does not leave, and each end is told.
        await Task { await carryOut(foregroundMachine.ended(ending)) }.value
    }

    private func result(of work: ForegroundMachine.Work, _ device: DeviceID) async throws -> ForegroundResult {
        switch work {
        case .pair(let body): return .paired(try await pairNow(body, device))
        case .read(let body):
            // Without a name it is ready only now that a device was found.
            if body.device == nil { await tellReady(work, device) }
            return .read(try await readNow(body, device))
        }
    }

    /// Reads a device for somebody who waits, and asks what becomes of its readings.
    private func readNow(_ body: ReadPeripheral, _ device: DeviceID) async throws -> PeripheralDidRead {
        let now = context.environment.now()
        let start = readContext(
            body.peripheralID,
            episode: now,
            seat: body.seat,
            askedAt: foregroundAskedAt ?? now,
            isSubmitted: body.autoSubmit ?? true
        )
        fates.begin()
        defer { fates.end() }
        let seconds = body.seconds ?? 60
        let link = try await read(device, start, firstFrame: .seconds(seconds))
        // No reading is a failure with its reason; a memory that has none is not.
        if let fault = link.fault {
            let isNoUser = (fault as? ReadFailure)?.code == ReadFailure.noUser
            guard link.end == .noReading, link.unreadable.isEmpty, link.failure == nil, !isNoUser else {
                throw fault
            }
            try Task.checkCancellation()
            throw BusError(
                .timeout,
                "no measurement within \(seconds) s: start the measurement and read again",
                isRetriable: true
            )
        }
        // A memory may have thousands: the newest are what somebody waits for.
        let records = link.readings.sorted { $0.timestamp < $1.timestamp }.suffix(32)
        let fates = await fates.fates(of: records.map(\.readingKey), clock: context.environment.clock)
        return PeripheralDidRead(
            seat: body.seat,
            hub: hub.rawValue,
            peripheralID: body.peripheralID,
            device: device,
            records: Array(records),
            disposition: fates.last?.fate ?? .outbox,
            fates: fates
        )
    }

    private func finish(_ work: ForegroundMachine.Work, _ device: DeviceID?, _ ending: ForegroundMachine.Ending) async {
        let waiter = foregroundEnd
        let result = foregroundResult
        foregroundEnd = nil
        foregroundResult = nil
        switch ending {
        case .done:
            guard let result else {
                waiter?.resume(throwing: BusError(.internalError, "the foreground work ended without a result"))
                return
            }
            switch result {
            case .read(var data):
                // The reply has the values: it goes to whoever asked, and the event to everybody.
                data.records = data.records.map(shown)
                await tell(ReaderTopics.didReadPeripheral, data)
            case .paired(let data): await tell(ReaderTopics.didPairPeripheral, data)
            }
            waiter?.resume(returning: result)
        case .failed(let reason, let fault):
            waiter?.resume(throwing: await fail(work, device, reason, fault))
        case .cancelled:
            let fault = WireFault(code: BusError.Code.cancelled.rawValue, message: "it was cancelled", retriable: false)
            if work.isPairing {
                waiter?.resume(throwing: await fail(work, device, .cancelled, fault))
            } else {
                let event = PeripheralDidCancel(
                    seat: work.seat,
                    hub: hub.rawValue,
                    peripheralID: work.peripheralID,
                    device: device
                )
                await tell(ReaderTopics.didCancelReading, event)
                waiter?.resume(throwing: fault.error)
            }
        }
    }

    /// Tells a failure and returns the error that answers the request.
    private func fail(
        _ work: ForegroundMachine.Work,
        _ device: DeviceID?,
        _ reason: ReaderFailure,
        _ fault: WireFault
    ) async -> BusError {
        let data = PeripheralDidFail(
            seat: work.seat,
            hub: hub.rawValue,
            peripheralID: work.peripheralID,
            device: device,
            reason: reason,
            error: fault
        )
        await tell(work.isPairing ? ReaderTopics.didNotPairPeripheral : ReaderTopics.readingFailed, data)
        return fault.error
    }

    /// The reason of a failure, with a stale pairing told apart from bad radio.
    func judged(_ error: any Error, _ device: DeviceID, at step: FailureTable.Step) async -> (ReaderFailure, WireFault)
    {
        let reason = FailureTable.reason(error, at: step)
        let sign = BondDiagnosis.sign(of: error, rssi: nearby[device]?.rssi)
        guard let sign, let address = await radio.address(of: device),
            let info = try? await radio.client.device(address)
        else { return (reason, Self.fault(error)) }
        guard bonds.failed(device, isBonded: info.isBonded, sign: sign) else { return (reason, Self.fault(error)) }
        let fault = WireFault(
            code: ReaderFailure.staleBond.rawValue,
            message: """
                the device has lost or replaced its half of the pairing: forget it ('vitalbus device forget'), wait until \
                it is seen again, and pair it anew
                """,
            retriable: false
        )
        return (.staleBond, fault)
    }
}
