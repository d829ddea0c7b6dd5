internal import BlueZ
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Reads a connected device's identity and clock.
///
/// Every part is optional, and skipped once the inspection has taken ten seconds. A lost link or a device that does not
/// respond ends the reading at once.
struct LinkInspection: Sendable {
    /// The time limit in seconds.
    static let limit: TimeInterval = 10

    let radio: BlueZClient
    let store: OutboxStore
    let environment: BusEnvironment
    let setsClocks: Bool
    let logger: Logger
    let address: BluetoothAddress
    let device: DeviceID
    let services: [GATTService]

    /// Completes the context of a link.
    ///
    /// - Parameters:
    ///   - plan: The reading plan; nil for a driver's device, whose clock characteristics may have another meaning.
    ///   - start: The context known before the connection.
    /// - Throws: ``ReadFailure`` if the device no longer answers, `StoreError`.
    func inspect(plan: LinkPlan?, start: ReadContext) async throws -> ReadContext {
        var context = start
        let end = environment.steady().addingTimeInterval(Self.limit)
        let information = services.first { $0.uuid == BluetoothUUID.deviceInformationService.description }
        context.manufacturer = try await text(0x2A29, of: information, until: end)
        context.model = try await text(0x2A24, of: information, until: end)
        context.serial = try await text(0x2A25, of: information, until: end)
        context.hasUsers = try await hasUsers(until: end)
        let quirks = QuirkBook.quirks(for: await identity(context))
        context.quirks = quirks.map(\.rawValue).sorted()
        let finding = try await clock(
            plan: plan,
            rules: LinkRules(quirks),
            utcOffset: context.utcOffset,
            until: end
        )
        context.clockOffsetSeconds = finding.offset.map { Int(clamping: $0.rounded()) }
        let changes = try await store.clockChanges(of: device.description)
        let book = ClockBook(
            changes: changes.map { change in
                let after = change.offsetAfter.map { Double($0) / 1_000 }
                return (at: change.writtenAt, before: Double(change.offsetBefore) / 1_000, after: after)
            },
            offset: finding.offset
        )
        context.clockEras = book.past.isEmpty ? nil : book.past
        return context
    }

    /// The facts that identify the device's model.
    func identity(_ context: ReadContext) async -> DeviceIdentity {
        // Absent is nil: a device that BlueZ forgot has no name, and the profile is known without it.
        let known = try? await radio.device(address)
        return DeviceIdentity(
            name: known?.name,
            manufacturer: context.manufacturer,
            model: context.model,
            companies: Set((known?.manufacturerData ?? [:]).keys),
            services: Set(services.compactMap { BluetoothUUID($0.uuid) })
        )
    }

    /// Reads the device's clock, and sets it if it is clearly wrong.
    private func clock(
        plan: LinkPlan?,
        rules: LinkRules,
        utcOffset: Int,
        until end: Date
    ) async throws -> ClockProcedure.Finding {
        if let offset = await careSensOffset(rules: rules, utcOffset: utcOffset) {
            return ClockProcedure.Finding(offset: offset)
        }
        let places = clocks(of: plan)
        let announces =
            rules.clock == .currentTimeOnNotification && places[.currentTime]?.flags.contains("notify") == true
        var isAnnounced = !announces
        var procedure = ClockProcedure(
            readable: Set(places.filter { $0.value.flags.contains("read") }.keys),
            writable: Set(places.filter { $0.value.flags.contains("write") }.keys),
            policy: ClockProcedure.Policy(
                mayWrite: setsClocks && rules.clock != .careSens,
                tolerance: max(600, Double(rules.clockTolerance))
            ),
            utcOffset: utcOffset
        )
        var outputs = procedure.start()
        var row: Int64?
        while let output = outputs.first {
            outputs.removeFirst()
            switch output {
            case .read(let uuid):
                let asked = environment.now()
                if announces, !isAnnounced, uuid == .currentTime, let place = places[uuid],
                    let heard = await listener(uuid, place: place).hear(uuid)
                {
                    isAnnounced = true
                    outputs += procedure.read(heard.bytes, asked: heard.answered, answered: heard.answered)
                    continue
                }
                let bytes = try await value(of: places[uuid], until: end)
                outputs += procedure.read(bytes, asked: asked, answered: environment.now())
            case .note(let before):
                row = isAnnounced ? await beginChange(offsetBefore: before) : nil
                if !isAnnounced { tellClockStays() }
                outputs += procedure.noted(row != nil, now: environment.now())
            case .write(let uuid, let bytes):
                // Absent is nil: the next value of the clock shows whether the device accepted the write.
                if let place = places[uuid] { try? await radio.write(bytes, to: place, type: .request) }
                outputs += procedure.wrote()
            case .end(let finding):
                if let row, finding.before != nil, let offset = finding.offset {
                    await confirmChange(row, offsetAfter: offset)
                }
                return finding
            }
        }
        return ClockProcedure.Finding()
    }

    /// The offset of an i-SENS meter's clock; nil for other meters, or without an answer.
    private func careSensOffset(rules: LinkRules, utcOffset: Int) async -> Double? {
        guard rules.clock == .careSens else { return nil }
        for (service, characteristic) in zip(CareSensClock.services, CareSensClock.characteristics) {
            let found = services.first { $0.uuid == service.description }
            guard let place = found?.characteristic(characteristic.description),
                let heard = await listener(characteristic, place: place)
                    .hear(characteristic, asking: CareSensClock.question),
                // Absent is nil: an answer without a time gives no offset.
                let civil = (try? CareSensClock.answer(heard.bytes))?.civil
            else { continue }
            let middle = heard.asked.addingTimeInterval(heard.answered.timeIntervalSince(heard.asked) / 2)
            return middle.timeIntervalSince(civil.date(utcOffset: utcOffset))
        }
        return nil
    }

    private func listener(_ characteristic: BluetoothUUID, place: GATTCharacteristic) -> ClockListener {
        let inbox = LinkInbox()
        let elapsed = LinkJob.stopwatch(environment.clock)
        let link = BlueZLink(
            radio: radio,
            address: address,
            characteristics: [characteristic: place],
            inbox: inbox,
            environment: environment,
            elapsed: elapsed,
            logger: logger
        )
        return ClockListener(radio: link, inbox: inbox, elapsed: elapsed, environment: environment)
    }

    private func tellClockStays() {
        logger.warning(
            "a device's clock is wrong but cannot be corrected, because it did not announce its time; set it by hand",
            metadata: ["device": "\(device)"]
        )
    }

    /// Stores that a clock is about to be set; nil on failure, when the clock must stay unchanged.
    private func beginChange(offsetBefore seconds: Double) async -> Int64? {
        do {
            return try await store.beginClockChange(
                device: device.description,
                offsetBefore: Int64(clamping: (seconds * 1_000).rounded()),
                at: environment.now()
            )
        } catch {
            logger.warning(
                "did not set a device's clock because that could not be stored; will retry at the next connection",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return nil
        }
    }

    private func confirmChange(_ row: Int64, offsetAfter seconds: Double) async {
        do {
            try await store.confirmClockChange(row, offsetAfter: Int64(clamping: (seconds * 1_000).rounded()))
        } catch {
            logger.info(
                "could not store a device's new clock offset; the next connection checks the clock",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
    }

    private func clocks(of plan: LinkPlan?) -> [BluetoothUUID: GATTCharacteristic] {
        var result: [BluetoothUUID: GATTCharacteristic] = [:]
        // A driver's device may use these characteristics for another purpose.
        guard let plan else { return result }
        for service in services {
            if plan.profile.services.contains(where: { $0.description == service.uuid }) {
                result[.dateTime] = result[.dateTime] ?? service.characteristic(BluetoothUUID.dateTime.description)
            } else if service.uuid == BluetoothUUID.currentTimeService.description {
                result[.currentTime] = service.characteristic(BluetoothUUID.currentTime.description)
            }
        }
        return result
    }

    /// Whether a scale tracks several users; nil if neither feature can be read.
    private func hasUsers(until end: Date) async throws -> Bool? {
        func feature(_ uuid: BluetoothUUID, of service: BluetoothUUID) async throws -> [UInt8]? {
            let found = services.first { $0.uuid == service.description }
            return try await value(of: found?.characteristic(uuid.description), until: end)
        }
        let weight = try await feature(.weightScaleFeature, of: .weightScaleService)
        let composition = try await feature(.bodyCompositionFeature, of: .bodyCompositionService)
        let words = [
            // Absent is nil: an unreadable feature tells nothing about users.
            weight.flatMap { try? WeightScaleFeature(decoding: $0).hasUsers },
            composition.flatMap { try? BodyCompositionFeature(decoding: $0).hasUsers },
        ].compactMap { $0 }
        return words.isEmpty ? nil : words.contains(true)
    }

    private func text(_ assigned: UInt16, of service: GATTService?, until end: Date) async throws -> String? {
        let place = service?.characteristic(BluetoothUUID(assigned).description)
        guard let bytes = try await value(of: place, until: end) else { return nil }
        return DeviceInformation.text(bytes)
    }

    private func value(of characteristic: GATTCharacteristic?, until end: Date) async throws -> [UInt8]? {
        guard let characteristic, characteristic.flags.contains("read"), environment.steady() < end else { return nil }
        do {
            return try await radio.read(characteristic)
        } catch {
            let failure = BlueZLink.failure(error)
            if failure == .silent || (error as? BlueZError)?.code == .notConnected {
                throw ReadFailure(.failed(failure))
            }
            return nil
        }
    }
}
