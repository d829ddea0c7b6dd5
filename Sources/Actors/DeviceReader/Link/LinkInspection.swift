internal import BlueZ
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Asks a connected device what it is, and for its clock.
///
/// Each part may be missing, and all is, once the device took too long for one: ten seconds in all. A link that is lost, and
/// a device that answers nothing, end the reading at once.
struct LinkInspection: Sendable {
    /// How long it may take in all.
    static let limit: TimeInterval = 10

    let radio: BlueZClient
    let store: OutboxStore
    let environment: BusEnvironment
    let setsClocks: Bool

    /// What is known of the device now.
    ///
    /// - Throws: ``ReadFailure`` where there is nobody to ask any more, `StoreError`.
    func inspect(
        _ services: [GATTService],
        _ plan: LinkPlan?,
        _ address: BluetoothAddress,
        _ device: DeviceID,
        _ start: ReadContext
    ) async throws -> ReadContext {
        var context = start
        let end = environment.now().addingTimeInterval(Self.limit)
        let information = services.first { $0.uuid == BluetoothUUID.deviceInformationService.description }
        context.manufacturer = try await text(information, 0x2A29, end)
        context.model = try await text(information, 0x2A24, end)
        context.serial = try await text(information, 0x2A25, end)
        context.hasUsers = try await hasUsers(services, end)
        let quirks = QuirkBook.quirks(for: await identity(services, address, context))
        context.quirks = quirks.map(\.rawValue).sorted()
        let finding = try await clock(services, plan, LinkRules(quirks), device, context.utcOffset, end)
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

    /// What tells the device's model.
    func identity(
        _ services: [GATTService],
        _ address: BluetoothAddress,
        _ context: ReadContext
    ) async -> DeviceIdentity {
        let known = try? await radio.device(address)
        return DeviceIdentity(
            name: known?.name,
            manufacturer: context.manufacturer,
            model: context.model,
            companies: Set((known?.manufacturerData ?? [:]).keys),
            services: Set(services.compactMap { BluetoothUUID($0.uuid) })
        )
    }

    private func clock(
        _ services: [GATTService],
        _ plan: LinkPlan?,
        _ rules: LinkRules,
        _ device: DeviceID,
        _ utcOffset: Int,
        _ end: Date
    ) async throws -> ClockProcedure.Finding {
        let places = clocks(services, plan)
        var procedure = ClockProcedure(
            readable: Set(places.filter { $0.value.flags.contains("read") }.keys),
            writable: Set(places.filter { $0.value.flags.contains("write") }.keys),
            policy: ClockProcedure.Policy(
                mayWrite: setsClocks && rules.clock == .standard,
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
                let bytes = try await value(places[uuid], end)
                outputs += procedure.read(bytes, asked: asked, answered: environment.now())
            case .note(let before):
                let milliseconds = Int64(clamping: (before * 1_000).rounded())
                let now = environment.now()
                row = try? await store.beginClockChange(device: device.description, offsetBefore: milliseconds, at: now)
                outputs += procedure.noted(row != nil, now: environment.now())
            case .write(let uuid, let bytes):
                if let place = places[uuid] { try? await radio.write(bytes, to: place, .request) }
                outputs += procedure.wrote()
            case .end(let finding):
                if let row, finding.before != nil, let offset = finding.offset {
                    // Where this fails, what the clock shows the next time says whether it was set.
                    try? await store.confirmClockChange(row, offsetAfter: Int64(clamping: (offset * 1_000).rounded()))
                }
                return finding
            }
        }
        return ClockProcedure.Finding()
    }

    private func clocks(_ services: [GATTService], _ plan: LinkPlan?) -> [BluetoothUUID: GATTCharacteristic] {
        var result: [BluetoothUUID: GATTCharacteristic] = [:]
        // A driver's device may mean something else by it.
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

    /// Whether a scale tells several users apart; nil where neither of its features can be read.
    private func hasUsers(_ services: [GATTService], _ end: Date) async throws -> Bool? {
        func feature(_ service: BluetoothUUID, _ uuid: BluetoothUUID) async throws -> [UInt8]? {
            let found = services.first { $0.uuid == service.description }
            return try await value(found?.characteristic(uuid.description), end)
        }
        let weight = try await feature(.weightScaleService, .weightScaleFeature)
        let composition = try await feature(.bodyCompositionService, .bodyCompositionFeature)
        let words = [
            weight.flatMap { try? WeightScaleFeature(decoding: $0).hasUsers },
            composition.flatMap { try? BodyCompositionFeature(decoding: $0).hasUsers },
        ].compactMap { $0 }
        return words.isEmpty ? nil : words.contains(true)
    }

    private func text(_ service: GATTService?, _ assigned: UInt16, _ end: Date) async throws -> String? {
        let place = service?.characteristic(BluetoothUUID(assigned).description)
        guard let bytes = try await value(place, end) else { return nil }
        let text = String(decoding: bytes.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
        let clean = text.filter { !$0.isNewline && $0 != "\u{FFFD}" }
        return clean.isEmpty ? nil : clean
    }

    private func value(_ characteristic: GATTCharacteristic?, _ end: Date) async throws -> [UInt8]? {
        guard let characteristic, characteristic.flags.contains("read"), environment.now() < end else { return nil }
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
