internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// One reading of one device: connect, look, subscribe, take what it sends, part.
///
/// Each frame is on disk before it is decoded: bluetoothd has confirmed it already, and the device may have erased it.
struct LinkJob: Sendable {
    /// The time limits of a device that sends by itself.
    let limits: IndicatedProcedure.Limits
    /// Whether a clock that is clearly wrong is set.
    let setsClocks: Bool
    /// The users of a scale who agreed.
    let consents: [ConsentProcedure.Consent]
    /// What speaks the device's protocol; nil for what this program speaks itself.
    let driver: (any ProtocolDriver)?
    /// What was seen of the device, and whether a person is told when it waits for a measurement.
    let watch: WaitingWatch
    /// Is called when the device waits for a measurement, or a driver says that it does.
    let tellReady: @Sendable () async -> Void
    let radio: BlueZClient
    let store: OutboxStore
    let hub: HubID
    let environment: BusEnvironment
    let logger: Logger

    /// Reads a device; its readings are in the outbox then.
    ///
    /// A task that is cancelled stops the reading in an orderly way: what was confirmed to the device is kept.
    ///
    /// - Throws: `BusError` `storeUnavailable` before anything is asked of the device, `BlueZError`, `StoreError`.
    func run(_ address: BluetoothAddress, device: DeviceID, context: ReadContext) async throws -> LinkResult {
        // A device may erase what it has sent: nothing is asked of it that could not be kept.
        let state = await store.probe(at: environment.now())
        guard state.isWritable else {
            throw BusError(.storeUnavailable, state.lastError?.message ?? "the outbox cannot be written")
        }
        _ = try await radio.connect(address)
        do {
            let result = try await read(address, device, context)
            await part(address)
            return result
        } catch {
            await part(address)
            throw error
        }
    }

    /// Ends the link, also for a reading that was cancelled.
    private func part(_ address: BluetoothAddress) async {
        // The link may be gone already, which is what is wanted.
        await Task { [radio] in try? await radio.disconnect(address) }.value
    }

    private func read(_ address: BluetoothAddress, _ device: DeviceID, _ start: ReadContext) async throws -> LinkResult
    {
        let services = try await radio.services(of: address)
        let way = try way(of: services, start)
        let inspection = LinkInspection(radio: radio, store: store, environment: environment, setsClocks: setsClocks)
        var context = try await inspection.inspect(services, way.plan, address, device, start)
        context.driver = driver.map { type(of: $0).name.rawValue }
        let repeats = try await store.repeats(of: device.description, at: environment.now())
        context.repeats = repeats.isEmpty ? nil : repeats
        try Task.checkCancellation()
        let contextRow = try await store.saveFrame(
            device: device.description,
            characteristic: ReadContext.characteristic,
            bytes: Data(try WireJSON.encode(context)),
            at: environment.now()
        )
        // Beurer's BM85 ignores a CCCD write right after service discovery.
        try? await environment.clock.sleep(for: .milliseconds(LinkRules(context.deviceQuirks).subscribeDelay))
        let link = Link(address: address, device: device, services: services, context: context)
        let result: LinkResult
        switch way {
        case .driver(let driver):
            let identity = await inspection.identity(services, address, context)
            result = await drive(driver.makeSession(for: identity), link)
        case .plan(let plan): result = await collect(plan, link)
        }
        // Also for a reading that was stopped; a context that is left is settled by the next recovery.
        await Task { try? await settle(contextRow, of: device) }.value
        return result
    }

    /// Who reads a device.
    private enum Way {
        case driver(any ProtocolDriver)
        case plan(LinkPlan)

        var plan: LinkPlan? {
            if case .plan(let plan) = self { plan } else { nil }
        }
    }

    private func way(of services: [GATTService], _ start: ReadContext) throws -> Way {
        if let driver { return .driver(driver) }
        guard let plan = LinkPlan(Self.characteristics(services), peripheralID: start.peripheralID) else {
            throw BlueZError(.notSupported, "the device has no service with measurements that can be read")
        }
        return .plan(plan)
    }

    /// A device that is connected, and what is known of it.
    private struct Link: Sendable {
        let address: BluetoothAddress
        let device: DeviceID
        let services: [GATTService]
        let context: ReadContext
        let inbox = LinkInbox()
    }

    private func collect(_ plan: LinkPlan, _ link: Link) async -> LinkResult {
        let elapsed = Self.stopwatch(environment.clock)
        let quirks = link.context.deviceQuirks
        // Without its mark a memory is read whole, which loses nothing.
        let progress = try? await store.progress(of: link.device.description)
        let session = LinkSession(
            plan.procedure(
                mark: progress.map { MemoryMark($0) },
                consents: consents,
                quirks: quirks,
                limits: limits(quirks),
                access: RACPMachine.Limits()
            ),
            radio: bluetooth(
                link,
                Self.map(
                    link.services.filter { service in
                        plan.services.contains { $0.description == service.uuid }
                    }
                ),
                elapsed
            ),
            inbox: link.inbox,
            sink: sink(link),
            decoding: FrameDecoding(hub: hub, store: store, logger: logger),
            context: link.context,
            elapsed: elapsed,
            watch: watch,
            tellReady: tellReady
        )
        return await detached(link.inbox) { await session.run() }
    }

    private func drive(_ session: any DriverSession, _ link: Link) async -> LinkResult {
        let elapsed = Self.stopwatch(environment.clock)
        let characteristics = Self.map(link.services)
        let limits: IndicatedProcedure.Limits = self.limits
        let driven = DriverLink(
            session,
            radio: bluetooth(link, characteristics, elapsed),
            inbox: link.inbox,
            sink: sink(link),
            decoding: FrameDecoding(hub: hub, store: store, logger: logger),
            context: link.context,
            limit: limits.first + limits.longest,
            elapsed: elapsed,
            tellReady: tellReady
        )
        return await detached(link.inbox) { await driven.run(Array(characteristics.keys)) }
    }

    /// Not a child of this task: what stops the reading must not stop the frames that wait for the disk.
    private func detached(_ inbox: LinkInbox, _ body: @escaping @Sendable () async -> LinkResult) async -> LinkResult {
        let task = Task { await body() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            inbox.stop()
        }
    }

    private func sink(_ link: Link) -> FrameSink {
        FrameSink(device: link.device, store: store, environment: environment, logger: logger)
    }

    private func bluetooth(
        _ link: Link,
        _ characteristics: [BluetoothUUID: GATTCharacteristic],
        _ elapsed: @escaping @Sendable () -> Duration
    ) -> BlueZLink {
        BlueZLink(
            radio: radio,
            address: link.address,
            characteristics: characteristics,
            inbox: link.inbox,
            environment: environment,
            elapsed: elapsed,
            logger: logger
        )
    }

    private func limits(_ quirks: Set<DeviceQuirk>) -> IndicatedProcedure.Limits {
        var limits = self.limits
        if let idle = LinkRules(quirks).idleLimit { limits.idle = min(limits.idle, .milliseconds(idle)) }
        return limits
    }

    /// Marks a context as used up, unless a frame that came under it could not be committed and still needs it.
    private func settle(_ contextRow: Int64, of device: DeviceID) async throws {
        let left = try await store.undecodedFrames(limit: .max)
        guard !left.contains(where: { $0.id > contextRow && $0.device == device.description }) else { return }
        _ = try await store.commitReadings(frames: [contextRow], readings: [], at: environment.now())
    }

    private static func characteristics(_ services: [GATTService]) -> [BluetoothUUID: Set<BluetoothUUID>] {
        var result: [BluetoothUUID: Set<BluetoothUUID>] = [:]
        for service in services {
            guard let uuid = BluetoothUUID(service.uuid) else { continue }
            result[uuid, default: []].formUnion(service.characteristics.compactMap { BluetoothUUID($0.uuid) })
        }
        return result
    }

    /// The services' characteristics by their UUID; the first of each.
    private static func map(_ services: [GATTService]) -> [BluetoothUUID: GATTCharacteristic] {
        let all = services.flatMap(\.characteristics).compactMap { characteristic in
            BluetoothUUID(characteristic.uuid).map { ($0, characteristic) }
        }
        return Dictionary(all) { first, _ in first }
    }

    /// The time since now, by a clock that nobody sets.
    static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
