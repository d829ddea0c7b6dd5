internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Books the adverts of paired devices.
///
/// A settled advert's frame is on disk before its measurement is booked. An unpaired device may be a neighbour's, so its
/// data is not stored. Frames without a result are dropped. The frames of one measurement give one reading. Its key
/// survives restarts, because the key's episode is saved with them.
@ReaderIsolation final class AdvertReader {
    private enum Input {
        case heard(PeripheralSighted, AdvertDecoder, Date)
        case passed(Date)
    }

    /// The limit of remembered devices, and of inputs that wait for the disk.
    private static let limit = 256
    /// How long after a person was seen measuring a result counts as that measurement, in seconds.
    private static let liveAge: TimeInterval = 60

    private var devices: [DeviceID: AdvertDevice] = [:]
    /// The foreground requests by device.
    private var orders: [DeviceID: AdvertOrder] = [:]
    private var inputs: [Input] = []
    private var isWorking = false
    /// Held while an input is handled, and by an erasure, which must find no frame between its commit and its reading.
    let turn = AsyncLock()
    private let catalogue: CatalogueService
    private let schedule: PassiveSchedule
    private let store: AdvertStore
    private let keys: AdvertKeys
    private let decoding: FrameDecoding
    private let links: LinkReader
    private let reporter: PassiveReporter
    private let logger: Logger

    init(
        catalogue: CatalogueService,
        schedule: PassiveSchedule,
        store: AdvertStore,
        keys: AdvertKeys,
        decoding: FrameDecoding,
        links: LinkReader,
        reporter: PassiveReporter,
        logger: Logger
    ) {
        self.catalogue = catalogue
        self.schedule = schedule
        self.store = store
        self.keys = keys
        self.decoding = decoding
        self.links = links
        self.reporter = reporter
        self.logger = logger
    }

    /// Whether a measurement is on disk and waits for its other parts.
    var isHolding: Bool { devices.values.contains { $0.measurements.contains { $0.bookedAt != nil } } }

    /// Handles a sighting of a model that is read by its adverts.
    ///
    /// - Returns: False for a device that must be connected.
    func heard(_ sighting: PeripheralSighted, at now: Date) async -> Bool {
        let ordered = orders[sighting.device]?.peripheralID
        let wanted = ordered ?? sighting.peripheralIDs.first(where: schedule.peripherals.contains)
        guard let wanted, let decoder = decoder(wanted) else {
            if let decoder = sighting.peripheralIDs.lazy.compactMap(decoder).first { note(sighting, by: decoder) }
            return false
        }
        await carryOut(.heard(sighting, decoder, now))
        return true
    }

    /// Whether a model is read by its adverts.
    func reads(_ peripheralID: Int) -> Bool { decoder(peripheralID) != nil }

    private func decoder(_ peripheralID: Int) -> AdvertDecoder? { catalogue.advertDecoder(peripheralID) }

    /// Records what an unwanted device shows, because it will count as old when the device is read later.
    private func note(_ sighting: PeripheralSighted, by decoder: AdvertDecoder) {
        guard makeRoom(for: sighting.device) else { return }
        for (place, bytes) in decoder.frames(sighting.advertisement) {
            devices[sighting.device, default: AdvertDevice()].last[place] = bytes
        }
    }

    /// Pairs a device without connecting it.
    ///
    /// - Throws: `StoreError`.
    func pair(_ device: DeviceID, as peripheralID: Int) async throws {
        let now = links.environment.now()
        if catalogue.catalogue.peripheral(id: peripheralID)?.needs.contains(.encryptionKey) == true {
            guard let address = await links.radio.awaitedAddress(of: device, clock: links.environment.clock) else {
                throw BlueZError(.deviceGone, message: "the device is not in range: use it once, and pair it again")
            }
            try await keys.keep(address: address.description, of: device, at: now)
        }
        try await store.pair(device, as: peripheralID, at: now)
        devices[device]?.isTold = false
    }

    /// Books the measurements that are due.
    func tick(at now: Date) async {
        if isHolding { await carryOut(.passed(now)) }
    }

    /// Forgets a device that was forgotten or erased.
    func forget(_ device: DeviceID) { devices[device] = nil }

    /// Handles inputs one after another, because an earlier one may be waiting for the disk.
    private func carryOut(_ input: Input) async {
        if inputs.count < Self.limit { inputs.append(input) }
        guard !isWorking else { return }
        isWorking = true
        while !inputs.isEmpty {
            let input = inputs.removeFirst()
            // In a separate task, because a cancelled one gets no turn, and an advert may come only once.
            await Task { await handle(input) }.value
        }
        isWorking = false
    }

    private func handle(_ input: Input) async {
        // Absent is nil: never happens, because this task is not cancelled.
        try? await turn.withLock {
            switch input {
            case .heard(let sighting, let decoder, let now):
                await take(sighting, places: decoder, at: now)
            case .passed(let now):
                for device in devices.keys { await book(device, at: now) }
            }
        }
    }

    private func take(
        _ sighting: PeripheralSighted,
        places: AdvertDecoder,
        at now: Date
    ) async {
        let device = sighting.device
        guard makeRoom(for: device) else { return }
        for (place, bytes) in places.frames(sighting.advertisement) where devices[device]?.last[place] != bytes {
            // This includes devices that are paired later, because what they showed before is not the person's.
            devices[device, default: AdvertDevice()].last[place] = bytes
            let content = ArrivedFrame.Content(characteristic: place, bytes: bytes)
            do {
                guard let peripheral = try await wanted(device), let decoder = decoder(peripheral.id) else { continue }
                try await take(content, of: device, as: peripheral, decoder: decoder, at: now.roundedToMilliseconds)
            } catch {
                // The device repeats its advert, so the next one retries.
                devices[device]?.last[place] = nil
                await tell(error, of: device, as: sighting.peripheralIDs.first(where: reads))
            }
        }
        await book(device, at: now)
    }

    /// Makes room for a device, removing devices without measurements first.
    private func makeRoom(for device: DeviceID) -> Bool {
        if devices[device] == nil, devices.count >= Self.limit {
            devices = devices.filter { !$0.value.measurements.isEmpty }
        }
        return devices[device] != nil || devices.count < Self.limit
    }

    /// The model as which a person paired, or pairs, the device; nil if the hub does not read it, which is logged once.
    private func wanted(_ device: DeviceID) async throws -> Peripheral? {
        if let order = orders[device] { return catalogue.catalogue.peripheral(id: order.peripheralID) }
        if let id = try await store.pairing(of: device) {
            return schedule.peripherals.contains(id) ? catalogue.catalogue.peripheral(id: id) : nil
        }
        if devices[device]?.isTold == false {
            devices[device]?.isTold = true
            logger.info("found a device that must be paired before it is read", metadata: ["device": "\(device)"])
        }
        return nil
    }

    private func take(
        _ content: ArrivedFrame.Content,
        of device: DeviceID,
        as peripheral: Peripheral,
        decoder: AdvertDecoder,
        at now: Date
    ) async throws {
        let options = try await keys.options(of: device)
        if peripheral.needs.contains(.encryptionKey), options.key == nil { throw MissingPart.encryptionKey(device) }
        let finding = try decoder.finding(content.bytes, options: options)
        if case .nothing = finding { return }
        if devices[device]?.isRestored != true {
            let last = try await store.last(of: device, options: options)
            devices[device, default: AdvertDevice()].isRestored = true
            devices[device]?.measurements = last.map { [$0] } ?? []
        }
        var state = devices[device] ?? AdvertDevice()
        switch finding {
        case .nothing: break
        case .measuring: state.measuring(at: now)
        case .result(let measurement, let isWhole):
            if state.measurements.last?.takes(measurement.keyBytes) != true {
                state.measuresOver(at: now)
                let context = context(
                    of: device,
                    as: peripheral,
                    decoder: decoder,
                    measurement: measurement,
                    state: state,
                    at: now
                )
                let assembler = AdvertAssembler(decoder, options: options, isLive: context.advert?.isLive == true)
                state.measurements.append(AdvertMeasurement(context: context, assembler: assembler))
            }
            let end = isWhole ? now : now.addingTimeInterval(decoder.hold)
            state.measurements[state.measurements.count - 1].add(content, of: measurement, bookingAt: end, at: now)
        }
        devices[device] = state
    }

    /// The context of a device that now shows a new result.
    private func context(
        of device: DeviceID,
        as peripheral: Peripheral,
        decoder: AdvertDecoder,
        measurement: DeviceMeasurement,
        state: AdvertDevice,
        at now: Date
    ) -> ReadContext {
        let isLive = state.measuringAt.map { now.timeIntervalSince($0) < Self.liveAge } ?? false
        var context = links.context(peripheralID: peripheral.id, episode: now)
        context.manufacturer = peripheral.manufacturer
        context.model = peripheral.model
        context.advert = AdvertContext(protocolName: decoder.speaks.rawValue, isLive: isLive)
        if isLive, let shown = measurement.time?.civil {
            // A person was just seen measuring, so the time shown by the device is now.
            let local = now.addingTimeInterval(Double(context.utcOffset))
            context.clockOffsetSeconds = Int(clamping: local.timeIntervalSince(shown.date(utcOffset: 0)).rounded())
        }
        return orders[device]?.placed(context) ?? context
    }

    /// Saves waiting frames, and books the measurements that are due.
    private func book(_ device: DeviceID, at now: Date) async {
        for index in devices[device]?.measurements.indices ?? 0..<0 {
            guard var measurement = devices[device]?.measurements[index], measurement.bookedAt != nil else { continue }
            do {
                try await book(&measurement, of: device, at: now)
            } catch {
                // Saved frames are recovered later, and unsaved ones are retried.
                await tell(error, of: device)
            }
            guard devices[device]?.measurements.indices.contains(index) == true else { return }
            devices[device]?.measurements[index] = measurement
        }
        devices[device]?.measurements.removeAll { $0.isOver && $0.bookedAt == nil }
    }

    private func book(_ measurement: inout AdvertMeasurement, of device: DeviceID, at now: Date) async throws {
        try await store.save(&measurement, of: device)
        guard measurement.isDue(at: now), let result = measurement.assembler.result else { return }
        let context = measurement.context
        let revision = result.measurement?.revision ?? 0
        let readings = try await decoding.commit([result], device: device, context: context, at: now)
            .filter { _ in revision > measurement.toldRevision }
        measurement.bookedAt = nil
        measurement.toldRevision = revision
        devices[device]?.isTold = false
        await tell(readings, of: device, context: context, at: now)
        if let link = measurement.link { try await store.store.links.settle([link]) }
    }

    private func tell(_ readings: [Reading], of device: DeviceID, context: ReadContext, at now: Date) async {
        guard !readings.isEmpty else { return }
        links.statistics.add(readings.count, to: .read)
        links.statistics.succeeded(at: now)
        links.wake.signal()
        if orders[device]?.isAnswered(by: context) == true {
            orders[device]?.readings = readings
            orders[device]?.news.signal()
            return
        }
        var result = LinkResult()
        result.add(readings)
        result.end = .done
        await reporter.ended(.done, result: .success(result), device: device, peripheralID: context.peripheralID)
    }

    /// Tells once that adverts are not read, as of any device that fails.
    private func tell(_ error: any Error, of device: DeviceID, as peripheralID: Int? = nil) async {
        guard devices[device]?.isTold != true else { return }
        devices[device]?.isTold = true
        logger.warning(
            "an advert was not read; it is tried again when the device repeats it",
            metadata: ["device": "\(device)", "error": "\(FailureTable.fault(of: error).message)"]
        )
        if let peripheralID { await reporter.failed(error, device: device, peripheralID: peripheralID) }
    }
}

extension AdvertReader {
    /// Waits for the next measurement that a device advertises.
    ///
    /// - Parameter request: The seat, and how long to wait.
    /// - Throws: `CancellationError`.
    func next(_ request: LinkReader.Request) async throws -> LinkResult {
        let (device, context) = (request.device, request.context)
        let order = AdvertOrder(peripheralID: context.peripheralID, context: context)
        orders[device] = order
        defer { orders[device] = nil }
        await order.news.wait(atMost: request.firstFrame, clock: links.environment.clock)
        try Task.checkCancellation()
        var result = LinkResult()
        if let readings = orders[device]?.readings {
            result.add(readings)
            result.end = .done
        }
        return result
    }
}

extension AdvertDecoder {
    /// The protocol's frames in an advert, with the identifiers under which they are stored.
    fileprivate func frames(_ advert: Advertisement) -> [(BluetoothUUID, [UInt8])] {
        places.compactMap { place in
            place.frame(serviceData: advert.serviceData, manufacturerData: advert.manufacturerData)
                .map { (place.name, $0) }
        }
    }
}
