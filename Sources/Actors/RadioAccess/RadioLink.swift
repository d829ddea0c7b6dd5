public import ActorRuntime
public import BlueZ
internal import DBus
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
public import USB
public import VitalRecords

/// The access of `ble-scanner` and `device-reader` to the radio: BlueZ on the system bus or a configured one.
public struct RadioLink: Sendable {
    /// The configuration keys that both actors share.
    public struct Keys: SettingTable {
        let bus = Setting.text(
            "dbus.address",
            default: "system",
            doc: "The D-Bus of BlueZ: 'system', or an address like unix:path=/run/dbus/system_bus_socket."
        )
        let adapter = Setting.text(
            "adapter",
            doc: "The Bluetooth adapter's own address, AA:BB:CC:DD:EE:FF; required if there are several."
        )
        let switches = Setting.path(
            "rfkill.folder",
            default: RadioSwitches.folder,
            doc: "The path of the kernel's radio switches."
        )
        /// The scanner and the reader use the same file.
        let catalogue = Setting.path(
            "catalogue.file",
            doc: "A JSON file with changes to the peripheral catalogue and your own entries. Default: none."
        )

        /// Declares them.
        public init() {}
    }

    /// The client of BlueZ.
    public let client: BlueZClient
    private let connection: DBusConnection
    private let siteSecret: [UInt8]
    private let context: ActorContext
    private let isConfigured: Bool
    private let switches: RadioSwitches
    private let pulse = RadioPulseBox()

    /// Creates a link without connecting it.
    ///
    /// - Throws: `RuntimeError` for an invalid configuration or an unreadable site key.
    public init(_ context: ActorContext) throws {
        let text = try context.configuration[\Keys.bus]
        var configuration = BlueZConfiguration()
        if let adapter = try context.configuration[\Keys.adapter] {
            guard let address = BluetoothAddress(adapter) else {
                throw RuntimeError(
                    .configuration,
                    message: "adapter is not an address: write it like "
                        + "AA:BB:CC:DD:EE:FF"
                )
            }
            configuration.adapter = address
        }
        isConfigured = configuration.adapter != nil
        var bus = DBusConnectionConfiguration()
        bus.gathering = DBusGathering()
        connection = DBusConnection(address: text == "system" ? .system : DBusAddress(text), configuration: bus)
        client = BlueZClient(connection: connection, configuration: configuration, clock: context.environment.clock)
        switches = RadioSwitches(try context.configuration[\Keys.switches])
        siteSecret = try context.siteKey.deviceSecret
        self.context = context
    }

    /// Connects to the bus, retrying until it succeeds; bluetoothd itself may start later.
    ///
    /// - Parameter onFailure: Called for each failed attempt, to report it where people look.
    /// - Throws: `CancellationError`.
    public func open(onFailure: @Sendable (BlueZError) async -> Void = { _ in }) async throws {
        var pause = Duration.milliseconds(250)
        while true {
            do {
                try await connection.connect()
                pulse.change { $0.opened() }
                try await client.start()
                return
            } catch {
                try Task.checkCancellation()
                context.logger.warning(
                    "cannot connect to the D-Bus of the Bluetooth service; retrying",
                    metadata: ["error": "\(error)"]
                )
                let reason = (error as? BlueZError) ?? (error as? DBusError).map { BlueZError($0) }
                let isDenied = reason?.code == .accessDenied
                pulse.change { $0.failed(isDenied ? .accessDenied : .busUnavailable) }
                let cause = isDenied ? RadioCause.accessDenied : .busAway
                await onFailure(BlueZError(isDenied ? .accessDenied : .busUnavailable, message: cause.words))
                try await context.environment.clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(30))
            }
        }
    }

    /// Stops the client and disconnects from the bus.
    public func close() async {
        await client.stop()
        await connection.close()
    }

    /// The pseudonym of a device; the address itself never leaves the hub.
    ///
    /// - Throws: `VitalRecordsError` for an invalid address.
    public func device(_ address: BluetoothAddress) throws -> DeviceID {
        try DeviceID.derive(siteSecret: siteSecret, address: address.description)
    }

    /// The pseudonym of a meter on this hub's USB.
    ///
    /// - Throws: `VitalRecordsError`; never happens, because the meter's stand-in for an address is valid.
    public func device(_ meter: PluggedMeter) throws -> DeviceID {
        try DeviceID.derive(siteSecret: siteSecret, address: meter.address(hub: context.address.hub))
    }

    /// Pings bluetoothd periodically until cancelled.
    ///
    /// When it answers again after a hang, its agent and discovery are set up again.
    public func watch() async {
        while !Task.isCancelled {
            do {
                try await client.ping()
                if pulse.change({ $0.answered() }) { await client.renew() }
            } catch {
                guard !Task.isCancelled else { return }
                pulse.change { $0.failed((error as? BlueZError)?.code ?? .failed) }
            }
            // After an unanswered ping the next follows soon, so that a hang is detected within seconds.
            let isWell = await condition().isUsable && !pulse.change { $0.isDoubtful }
            do { try await rest(isWell ? 10 : 1) } catch { return }
        }
    }

    /// Waits for some seconds, or until BlueZ's objects vanish, to notice at once that the service or bus has left.
    private func rest(_ seconds: Int) async throws {
        for _ in 0..<seconds {
            try await context.environment.clock.sleep(for: .seconds(1))
            guard await client.objects.isComplete else { return }
        }
    }

    /// The condition of the radio, as far as this process knows.
    public func condition() async -> RadioCondition {
        // Absent is nil: a missing adapter is a reported condition.
        let adapter = try? await client.adapter()
        var condition = pulse.change { $0 }.condition(
            await client.objects,
            adapter: adapter,
            isConfigured: isConfigured
        )
        if !condition.isPowered, !condition.isBlocked {
            let blocked = switches.blocked
            // A hardware switch may remove the whole adapter.
            condition.isBlocked = adapter.map { blocked[$0.path.lastComponent] != nil } ?? !blocked.isEmpty
        }
        return condition
    }

    /// The device behind a pseudonym, if the adapter currently knows it; devices of other adapters are out of reach.
    public func info(of device: DeviceID) async -> DeviceInfo? {
        // Absent is nil: a missing adapter is a reported condition.
        guard let adapter = try? await client.adapter() else { return nil }
        return await client.objects.devices.first {
            // Absent is nil: never happens, because BlueZ's addresses are valid.
            $0.path.isDescendant(of: adapter.path) && (try? self.device($0.address)) == device
        }
    }

    /// The address behind a pseudonym, if the adapter currently knows the device.
    public func address(of device: DeviceID) async -> BluetoothAddress? {
        await info(of: device)?.address
    }

    /// The address behind a pseudonym; a sighting that another process made may arrive two seconds before BlueZ's own.
    public func awaitedAddress(of device: DeviceID, clock: any Clock<Duration>) async -> BluetoothAddress? {
        await Self.awaited(clock) { await address(of: device) }
    }

    /// What is found within two seconds, looked for ten times a second; nil if nothing is, or the task is cancelled.
    static func awaited<Found>(_ clock: any Clock<Duration>, _ find: () async -> Found?) async -> Found? {
        for _ in 0..<20 {
            if let found = await find() { return found }
            // Absent is nil: a cancelled wait found nothing.
            guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { return nil }
        }
        return nil
    }

    /// The devices paired with the adapter.
    public var pairedDevices: Set<DeviceID> {
        get async {
            // Absent is nil: a missing adapter is a reported condition.
            guard let adapter = try? await client.adapter() else { return [] }
            let paired = await client.objects.devices.filter { $0.isPaired && $0.path.isDescendant(of: adapter.path) }
            // Absent is nil: never happens, because BlueZ's addresses are valid.
            return Set(paired.compactMap { try? device($0.address) })
        }
    }

    /// Whether any device is connected to the adapter.
    public var isLinkUp: Bool {
        get async {
            // Absent is nil: a missing adapter is a reported condition.
            guard let adapter = try? await client.adapter() else { return false }
            return await client.objects.devices.contains { $0.isConnected && $0.path.isDescendant(of: adapter.path) }
        }
    }
}

extension RadioLink {
    /// Loads the catalogue, including the operator's file.
    ///
    /// A missing or invalid file is not an error: the built-in catalogue is used, and ``LoadedCatalogue/problem``
    /// describes the problem.
    ///
    /// - Throws: `RuntimeError` for an invalid configuration.
    public static func catalogue(_ context: ActorContext) throws -> LoadedCatalogue {
        guard let path = try context.configuration[\Keys.catalogue] else {
            return LoadedCatalogue(catalogue: .standard, problem: nil)
        }
        let loaded = LoadedCatalogue.load(path)
        if let problem = loaded.problem {
            context.logger.error(
                "ignored the catalogue file and used the built-in catalogue",
                metadata: ["error": "\(problem)"]
            )
        }
        return loaded
    }
}
