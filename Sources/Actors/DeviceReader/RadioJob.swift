internal import BlueZ
internal import DeviceCodecs
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// One reading of one blood-pressure monitor: connect, look, subscribe, take what it sends, part.
///
/// Each frame is on disk before it is decoded: bluetoothd has confirmed it already, and the device may have erased it.
struct RadioJob: Sendable {
    /// How long the first frame may take.
    let firstFrame: Duration
    /// The silence after the last frame that ends the reading; A&D keeps the link else (quirk i).
    let idle: Duration
    /// How long a device may go on sending after its first frame; one that never stops would keep the radio from others.
    let longest: Duration
    let radio: BlueZClient
    let store: OutboxStore
    let hub: HubID
    let environment: BusEnvironment
    let logger: Logger

    /// Reads a device and returns its readings, which are in the outbox then.
    ///
    /// - Throws: `BusError` `storeUnavailable` before anything is asked of the device; `BlueZError`,
    ///   `StoreError`, or `CodecError` when every frame was unreadable.
    func run(_ address: BluetoothAddress, device: DeviceID, context: ReadContext) async throws -> [Reading] {
        // A device may erase what it has sent: nothing is asked of it that could not be kept.
        let state = await store.probe(at: environment.now())
        guard state.isWritable else {
            throw BusError(.storeUnavailable, state.lastError?.message ?? "the outbox cannot be written")
        }
        _ = try await radio.connect(address)
        do {
            let readings = try await read(address, device, context)
            await part(address)
            return readings
        } catch {
            await part(address)
            throw error
        }
    }

    /// Ends the link, also for a reading that was cancelled.
    func part(_ address: BluetoothAddress) async {
        // The link may be gone already, which is what is wanted.
        await Task { [radio] in try? await radio.disconnect(address) }.value
    }

    private func read(_ address: BluetoothAddress, _ device: DeviceID, _ start: ReadContext) async throws -> [Reading] {
        let services = try await radio.services(of: address)
        guard let service = services.first(where: { $0.uuid == BluetoothUUID.bloodPressureService.description }),
            let measurement = service.characteristic(BluetoothUUID.bloodPressureMeasurement.description)
        else {
            throw BlueZError(.notSupported, "the device has no blood pressure service")
        }
        var context = start
        await describe(services, &context)
        let contextRow = try await store.saveFrame(
            device: device.description,
            characteristic: ReadContext.characteristic,
            bytes: Data(try WireJSON.encode(context)),
            at: environment.now()
        )
        do {
            // Some cuffs ignore a subscription that comes right after discovery (quirk b).
            try await environment.clock.sleep(for: .milliseconds(100))
            let readings = try await collect(measurement, service, address, device, context)
            try await settle(contextRow, of: device)
            return readings
        } catch {
            try? await settle(contextRow, of: device)
            throw error
        }
    }

    /// Marks a context as used up, unless a frame that came under it could not be committed and still needs it.
    private func settle(_ contextRow: Int64, of device: DeviceID) async throws {
        let left = try await store.undecodedFrames(limit: .max)
        guard !left.contains(where: { $0.id > contextRow && $0.device == device.description }) else { return }
        _ = try await store.commitReadings(frames: [contextRow], readings: [], at: environment.now())
    }

    /// Reads what the device says of itself; each part may be missing, and all is, once a device took too long for one.
    private func describe(_ services: [GATTService], _ context: inout ReadContext) async {
        let end = environment.now().addingTimeInterval(10)
        let information = services.first { $0.uuid == BluetoothUUID.deviceInformationService.description }
        context.manufacturer = await text(information, 0x2A29, end)
        context.model = await text(information, 0x2A24, end)
        context.serial = await text(information, 0x2A25, end)
        let health = services.first { $0.uuid == BluetoothUUID.bloodPressureService.description }
        if let bytes = await value(health, .dateTime, end), var reader = try? ByteReader(bytes),
            let clock = try? reader.dateTime("clock"), let civil = clock.civil
        {
            let now = environment.now()
            let offset = now.timeIntervalSince(civil.date(utcOffset: context.utcOffset))
            context.clockOffsetSeconds = Int(offset.rounded())
        }
    }

    private func text(_ service: GATTService?, _ assigned: UInt16, _ end: Date) async -> String? {
        guard let bytes = await value(service, BluetoothUUID(assigned), end) else { return nil }
        let text = String(decoding: bytes.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
        let clean = text.filter { !$0.isNewline && $0 != "\u{FFFD}" }
        return clean.isEmpty ? nil : clean
    }

    private func value(_ service: GATTService?, _ uuid: BluetoothUUID, _ end: Date) async -> [UInt8]? {
        guard let characteristic = service?.characteristic(uuid.description), characteristic.flags.contains("read"),
            environment.now() < end
        else { return nil }
        return try? await radio.read(characteristic)
    }
}
