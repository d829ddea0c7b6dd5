internal import ActorRuntime
internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Reads one device once: connect, inspect, subscribe, receive, disconnect.
///
/// Each frame is stored before it is decoded, because bluetoothd has confirmed it already, and the device may have
/// erased it.
struct LinkJob: Sendable {
    /// The reader's shared parts.
    let foundation: ReaderFoundation
    /// The time limits for a device that sends unprompted.
    let limits: IndicatedProcedure.Limits
    /// Whether to set a clock that is clearly wrong.
    var setsClocks = false
    /// The consents of a scale's users.
    var consents: [ConsentProcedure.Consent] = []
    /// The driver for the device's protocol; nil for a built-in one.
    let driver: (any ProtocolDriver)?
    /// What a driver's link needs besides.
    let means: DriverMeans
    /// Detects when the device waits for a measurement.
    var watch = WaitingWatch(isTelling: false)
    /// Called when the device waits for a measurement, or a driver reports that it does.
    let tellReady: @Sendable () async -> Void
    /// Called when the device begins to send a measurement.
    let tellReceiving: @Sendable () async -> Void

    var radio: BlueZClient { foundation.radio.client }
    var store: OutboxStore { foundation.store }
    var environment: BusEnvironment { foundation.context.environment }
    var logger: Logger { foundation.context.logger }
    private var decoding: FrameDecoding { FrameDecoding(hub: foundation.settings.hub, store: store, logger: logger) }

    /// Reads a device, and stores its readings in the outbox.
    ///
    /// Cancelling the task stops the reading in order, and keeps all readings confirmed to the device.
    ///
    /// - Throws: `BusError` `storeUnavailable` before any request to the device, `BlueZError`, `StoreError`.
    func run(_ address: BluetoothAddress, device: DeviceID, context: ReadContext) async throws -> LinkResult {
        try await checkStore()
        _ = try await radio.connect(address)
        do {
            let result = try await read(address, device: device, start: context)
            await part(address)
            return result
        } catch {
            await part(address)
            throw error
        }
    }

    /// Checks that readings can be stored: a device may erase those that it has sent.
    ///
    /// - Throws: `BusError` `storeUnavailable`.
    func checkStore() async throws {
        let state = await store.probe(at: environment.now())
        guard state.isWritable else {
            throw BusError(.storeUnavailable, message: state.lastError?.message ?? "the outbox cannot be written")
        }
    }

    /// Ends the link, even of a cancelled reading.
    private func part(_ address: BluetoothAddress) async {
        // Cleanup: the link may be gone already.
        await Task { [radio] in try? await radio.disconnect(address) }.value
    }

    private func read(
        _ address: BluetoothAddress,
        device: DeviceID,
        start: ReadContext
    ) async throws -> LinkResult {
        let services = try await radio.services(of: address)
        let way = try await way(of: services, device: device, peripheralID: start.peripheralID)
        let inspection = LinkInspection(
            radio: radio,
            store: store,
            environment: environment,
            setsClocks: setsClocks,
            logger: logger,
            address: address,
            device: device,
            services: services
        )
        var context = try await inspection.inspect(plan: way.plan, start: start)
        context.driver = way.driver.map { type(of: $0).name.rawValue }
        let repeats = try await store.repeats(of: device.description, at: environment.now())
        context.repeats = repeats.isEmpty ? nil : repeats
        try Task.checkCancellation()
        let row = try await store.links.begin(
            device: device.description,
            context: Data(try WireJSON.encode(context)),
            at: environment.now()
        )
        // Some cuffs ignore a subscription right after discovery.
        try? await environment.clock.sleep(for: .milliseconds(LinkRules(context.deviceQuirks).subscribeDelay))
        let link = Link(row: row, address: address, device: device, services: services, context: context)
        let result: LinkResult
        switch way {
        case .driver(let driver):
            let identity = await inspection.identity(context)
            result = try await drive(driver, identity: identity, link: link)
        case .plan(let plan): result = await collect(plan, link: link)
        }
        await settle(link)
        return result
    }

    /// Settles a link, also after a stop; if this fails, the next recovery settles it.
    func settle(_ link: Link) async {
        await Task {
            do {
                try await store.links.settle([link.row])
            } catch {
                logger.info(
                    "a connection's context stays on disk; the next recovery uses it",
                    metadata: ["device": "\(link.device)", "error": "\(error)"]
                )
            }
        }.value
    }

    /// How a device is read.
    private enum Way {
        case driver(any ProtocolDriver)
        case plan(LinkPlan)

        var plan: LinkPlan? {
            if case .plan(let plan) = self { plan } else { nil }
        }

        var driver: (any ProtocolDriver)? {
            if case .driver(let driver) = self { driver } else { nil }
        }
    }

    private func way(of services: [GATTService], device: DeviceID, peripheralID: Int) async throws -> Way {
        let plan = LinkPlan(Self.characteristics(services), peripheralID: peripheralID)
        if let driver {
            // Paired before this driver existed: keep reading it by its standard profile.
            let isPrepared = try await isPrepared(driver, device: device)
            if let plan, !isPrepared { return .plan(plan) }
            return .driver(driver)
        }
        guard let plan else {
            throw BlueZError(.notSupported, message: "the device has no service with measurements that can be read")
        }
        return .plan(plan)
    }

    /// A connected device and its context.
    struct Link: Sendable {
        /// The link's row in the store.
        let row: Int64
        let address: BluetoothAddress
        let device: DeviceID
        let services: [GATTService]
        let context: ReadContext
        let inbox = LinkInbox()
    }

    private func collect(_ plan: LinkPlan, link: Link) async -> LinkResult {
        let elapsed = Self.stopwatch(environment.clock)
        let quirks = link.context.deviceQuirks
        let mark = await mark(of: link.device)
        let session = LinkSession(
            plan.procedure(
                mark: mark,
                consents: consents,
                quirks: quirks,
                limits: limits(quirks),
                access: RACPMachine.Limits()
            ),
            radio: bluetooth(
                link,
                characteristics: Self.map(
                    link.services.filter { service in
                        plan.services.contains { $0.description == service.uuid }
                    }
                ),
                elapsed: elapsed
            ),
            inbox: link.inbox,
            sink: sink(link),
            decoding: decoding,
            context: link.context,
            elapsed: elapsed,
            watch: watch,
            tellReady: tellReady,
            tellReceiving: tellReceiving
        )
        return await detached(link.inbox) { await session.run() }
    }

    /// How far the device's memory has been read; nil if unknown.
    private func mark(of device: DeviceID) async -> MemoryMark? {
        do {
            return try await store.progress(of: device.description).map { MemoryMark($0) }
        } catch {
            // The memory is read completely, so no reading is lost.
            logger.info(
                "cannot read a device's stored progress; reading its whole memory again",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
            return nil
        }
    }

    private func drive(
        _ driver: any ProtocolDriver,
        identity: DeviceIdentity,
        link: Link
    ) async throws -> LinkResult {
        let characteristics = Self.map(link.services)
        let result = try await drive(driver, identity: identity, link: link, over: Array(characteristics.keys)) {
            bluetooth(link, characteristics: characteristics, elapsed: $0)
        }
        await dropBond(result, link: link, shelf: shelf(of: link.device))
        return result
    }

    /// Runs a driver's session over a radio link or a cable.
    ///
    /// - Parameters:
    ///   - characteristics: Those that the device has.
    ///   - radio: Makes the link, which measures the time with the given stopwatch.
    func drive(
        _ driver: any ProtocolDriver,
        identity: DeviceIdentity,
        link: Link,
        over characteristics: [BluetoothUUID],
        radio: (@escaping @Sendable () -> Duration) -> any LinkRadio
    ) async throws -> LinkResult {
        let shelf = shelf(of: link.device)
        let start = try await start(identity, link: link, shelf: shelf)
        let elapsed = Self.stopwatch(environment.clock)
        let driven = DriverLink(
            driver.makeSession(on: start),
            radio: radio(elapsed),
            inbox: link.inbox,
            sink: sink(link),
            decoding: decoding,
            context: link.context,
            desk: desk(driver, start: start, link: link, shelf: shelf),
            limit: limits.first + limits.longest,
            elapsed: elapsed,
            tellReady: tellReady,
            tellReceiving: tellReceiving
        )
        return await detached(link.inbox) { await driven.run(characteristics) }
    }

    /// Runs the body outside this task, because a cancelled reading must not abandon frames that wait for the disk.
    func detached(_ inbox: LinkInbox, body: @escaping @Sendable () async -> LinkResult) async -> LinkResult {
        let task = Task { await body() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            inbox.stop()
        }
    }

    func sink(_ link: Link) -> FrameSink {
        FrameSink(device: link.device, link: link.row, store: store, environment: environment, logger: logger)
    }

    private func bluetooth(
        _ link: Link,
        characteristics: [BluetoothUUID: GATTCharacteristic],
        elapsed: @escaping @Sendable () -> Duration
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

    /// Measures the time from now on a monotonic clock.
    static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
