internal import BlueZ
internal import DeviceCodecs
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// One reading of one device: connect, look, subscribe, take what it sends, part.
///
/// Each frame is on disk before it is decoded: bluetoothd has confirmed it already, and the device may have erased it.
struct LinkJob: Sendable {
    /// The time limits of a device that sends by itself.
    let limits: IndicatedProcedure.Limits
    /// Whether a clock that is clearly wrong is set.
    let setsClocks: Bool
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
        guard let plan = LinkPlan(Self.characteristics(services), peripheralID: start.peripheralID) else {
            throw BlueZError(.notSupported, "the device has no service with measurements that can be read")
        }
        let inspection = LinkInspection(radio: radio, store: store, environment: environment, setsClocks: setsClocks)
        let context = try await inspection.inspect(services, plan, address, device, start)
        try Task.checkCancellation()
        let contextRow = try await store.saveFrame(
            device: device.description,
            characteristic: ReadContext.characteristic,
            bytes: Data(try WireJSON.encode(context)),
            at: environment.now()
        )
        // Some cuffs ignore a subscription that comes right after discovery (quirk b).
        try? await environment.clock.sleep(for: .milliseconds(LinkRules(context.deviceQuirks).subscribeDelay))
        let result = await collect(services, plan, address, device, context)
        // Also for a reading that was stopped; a context that is left is settled by the next recovery.
        await Task { try? await settle(contextRow, of: device) }.value
        return result
    }

    private func collect(
        _ services: [GATTService],
        _ plan: LinkPlan,
        _ address: BluetoothAddress,
        _ device: DeviceID,
        _ context: ReadContext
    ) async -> LinkResult {
        let inbox = LinkInbox()
        let elapsed = Self.stopwatch(environment.clock)
        let link = BlueZLink(
            radio: radio,
            address: address,
            characteristics: Self.map(services, plan),
            inbox: inbox,
            environment: environment,
            elapsed: elapsed,
            logger: logger
        )
        // Without its mark a memory is read whole, which loses nothing.
        let progress = try? await store.progress(of: device.description)
        let session = LinkSession(
            plan.procedure(
                mark: progress.map { MemoryMark($0) },
                quirks: context.deviceQuirks,
                limits: limits(context.deviceQuirks),
                access: RACPMachine.Limits()
            ),
            radio: link,
            inbox: inbox,
            sink: FrameSink(device: device, store: store, environment: environment, logger: logger),
            decoding: FrameDecoding(hub: hub, store: store, logger: logger),
            context: context,
            elapsed: elapsed
        )
        // Not a child of this task: what stops the reading must not stop the frames that wait for the disk.
        let task = Task { await session.run() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            inbox.stop()
        }
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

    /// The characteristics of the plan's services by their UUID; the first of each.
    private static func map(_ services: [GATTService], _ plan: LinkPlan) -> [BluetoothUUID: GATTCharacteristic] {
        var result: [BluetoothUUID: GATTCharacteristic] = [:]
        for service in services where plan.profile.services.contains(where: { $0.description == service.uuid }) {
            for characteristic in service.characteristics {
                guard let uuid = BluetoothUUID(characteristic.uuid), result[uuid] == nil else { continue }
                result[uuid] = characteristic
            }
        }
        return result
    }

    /// The time since now, by a clock that nobody sets.
    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
