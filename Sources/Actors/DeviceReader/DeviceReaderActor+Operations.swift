internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import RadioLink
internal import VitalRecords

extension DeviceReaderActor {
    nonisolated var readerHandlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.supportedPeripherals) { [self] body, _ in supported(body) },
            RequestHandler(ReaderTopics.setPassivePeripherals) { [self] body, _ in try await setPassive(body) },
            RequestHandler(ReaderTopics.readPeripheral) { [self] body, _ in try await readForeground(body) },
            RequestHandler(ReaderTopics.pairPeripheral) { [self] body, _ in try await pair(body) },
            RequestHandler(ReaderTopics.eraseDevices) { [self] body, _ in try await erase(body) },
            RequestHandler(ReaderTopics.cancel) { [self] _, _ in await cancelForeground() },
        ]
    }

    private nonisolated func supported(_ filter: PeripheralFilter) -> SupportedPeripherals {
        let found = catalogue.peripherals.filter { peripheral in
            (filter.peripheralID.map { $0 == peripheral.id } ?? true)
                && (filter.type.map { $0 == peripheral.type.rawValue } ?? true)
        }
        return SupportedPeripherals(
            peripherals: found.map { entry in
                PeripheralView(
                    peripheralID: entry.id,
                    name: entry.name,
                    manufacturer: entry.manufacturer,
                    model: entry.model,
                    type: entry.type.rawValue,
                    requiresPairing: entry.requiresPairing,
                    pairingInstructions: entry.pairingInstructions,
                    readingInstructions: entry.readingInstructions,
                    disabled: entry.disabled,
                    verified: entry.verified
                )
            }
        )
    }

    private func setPassive(_ body: PassivePeripherals) async throws -> PassivePeripherals {
        let wanted = Set(body.peripheralIDs ?? [])
        let known = Set(catalogue.peripherals.filter { !$0.disabled }.map(\.id))
        if let unknown = wanted.subtracting(known).min() {
            let list = known.sorted().map(String.init).joined(separator: ", ")
            throw BusError(.invalidArgument, "peripheral \(unknown) is not supported; supported are \(list)")
        }
        do {
            try passiveSet.save(wanted.sorted())
        } catch {
            throw BusError(.storeUnavailable, "the passive set cannot be saved in the state directory")
        }
        machine.set(wanted)
        await publishState()
        return PassivePeripherals(peripheralIDs: wanted.sorted())
    }

    private func readForeground(_ body: ReadPeripheral) async throws -> PeripheralDidRead {
        guard let peripheral = catalogue.peripheral(id: body.peripheralID), !peripheral.disabled else {
            throw BusError(.invalidArgument, "peripheral \(body.peripheralID) is not supported")
        }
        let seconds = body.seconds ?? 60
        guard (1...300).contains(seconds) else {
            throw BusError(.invalidArgument, "seconds is \(seconds): use 1 to 300")
        }
        guard foreground == nil else {
            throw BusError(.busy, "another foreground reading is under way; cancel it first")
        }
        _ = machine.suspend(true)
        let isSubmitted = body.autoSubmit ?? true
        let start = readContext(
            body.peripheralID,
            episode: context.environment.now(),
            seat: body.seat,
            isSubmitted: isSubmitted
        )
        await tell(
            ReaderTopics.isReadyToReadPeripheral,
            PeripheralEvent(seat: body.seat, hub: hub.rawValue, peripheralID: body.peripheralID, device: body.device)
        )
        let job = Task { try await read(body.device, start, firstFrame: .seconds(seconds)) }
        foreground = job
        let result = await job.result
        foreground = nil
        await self.start(machine.suspend(false))
        return try await report(result, body, disposition(seat: body.seat, isSubmitted: isSubmitted))
    }

    /// What becomes of a foreground reading; nobody keeps the default user's.
    private func disposition(seat: String?, isSubmitted: Bool) -> ReadingDisposition {
        if let seat, defaultSeats.contains(seat) { return .notStored }
        return isSubmitted ? .submitted : .held
    }

    private func report(
        _ result: Result<LinkResult, any Error>,
        _ body: ReadPeripheral,
        _ disposition: ReadingDisposition
    ) async throws -> PeripheralDidRead {
        // No reading is a failure with its reason; a memory that has none is not.
        let found = result.flatMap { link -> Result<[Reading], any Error> in
            if let fault = link.fault { return .failure(fault) }
            return .success(link.readings)
        }
        switch found {
        case .success(let readings):
            let data = PeripheralDidRead(
                seat: body.seat,
                hub: hub.rawValue,
                peripheralID: body.peripheralID,
                device: body.device,
                records: readings.prefix(32).map(shown),
                disposition: disposition
            )
            await tell(ReaderTopics.didReadPeripheral, data)
            return data
        case .failure(let error):
            let fault = Self.fault(error)
            let data = PeripheralDidFail(
                seat: body.seat,
                hub: hub.rawValue,
                peripheralID: body.peripheralID,
                device: body.device,
                error: fault
            )
            await tell(ReaderTopics.readingFailed, data)
            throw fault.error
        }
    }

    private func pair(_ body: PairPeripheral) async throws -> PeripheralEvent {
        _ = machine.suspend(true)
        await gate.send(())
        let outcome = await pairNow(body)
        _ = await gate.next()
        await start(machine.suspend(false))
        switch outcome {
        case nil:
            let event = PeripheralEvent(
                seat: body.seat,
                hub: hub.rawValue,
                peripheralID: body.peripheralID,
                device: body.device
            )
            await tell(ReaderTopics.didPairPeripheral, event)
            return event
        case let fault?:
            let data = PeripheralDidFail(
                seat: body.seat,
                hub: hub.rawValue,
                peripheralID: body.peripheralID,
                device: body.device,
                error: fault
            )
            await tell(ReaderTopics.didNotPairPeripheral, data)
            throw fault.error
        }
    }

    private func pairNow(_ body: PairPeripheral) async -> WireFault? {
        do {
            guard let address = await radio.address(of: body.device) else {
                throw BlueZError(.deviceGone, "the device is not in sight: press its Bluetooth button first")
            }
            try await agent.allowing(address) { try await radio.client.pair(address) }
            // A&D finishes a pairing only when the link ends (quirk i).
            try? await radio.client.disconnect(address)
            if let seat = body.seat {
                let assignment = AssignDevice(device: body.device, seat: seat)
                _ = try await context.requests.call(
                    SessionOperations.assignDevice,
                    hub: try context.configuration.string("session-manager.hub"),
                    assignment
                )
            }
            return nil
        } catch {
            return Self.fault(error)
        }
    }

    private func cancelForeground() -> Empty {
        foreground?.cancel()
        return Empty()
    }
}
