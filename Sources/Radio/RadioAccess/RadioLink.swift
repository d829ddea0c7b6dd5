public import ActorRuntime
public import BlueZ
internal import DBus
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
public import VitalRecords

/// A hub's radio as `ble-scanner` and `device-reader` reach it: BlueZ on the system bus, or where it is configured.
public struct RadioLink: Sendable {
    /// The configuration that both actors share.
    public static let configurationKeys: [ConfigurationKey] = [
        ConfigurationKey(
            "dbus.address",
            .string,
            default: "system",
            "The D-Bus with BlueZ on it: 'system', or an address like unix:path=/run/dbus/system_bus_socket."
        ),
        ConfigurationKey(
            "adapter",
            .string,
            "The Bluetooth adapter's own address, AA:BB:CC:DD:EE:FF; needed where there are several."
        ),
        ConfigurationKey(
            "rfkill.folder",
            .path,
            default: RadioSwitches.folder,
            "Where the kernel shows its radio switches."
        ),
        catalogueKey,
    ]

    /// BlueZ.
    public let client: BlueZClient
    private let connection: DBusConnection
    private let siteSecret: [UInt8]
    private let context: ActorContext
    private let isConfigured: Bool
    private let switches: RadioSwitches
    private let pulse = RadioPulseBox()

    /// Makes a link that is not connected.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration or a site key that cannot be read.
    public init(_ context: ActorContext) throws {
        let text = try context.configuration.string("dbus.address")
        var configuration = BlueZConfiguration()
        if let adapter = try context.configuration.stringIfSet("adapter") {
            guard let address = BluetoothAddress(adapter) else {
                throw RuntimeError(.configuration, "adapter is no address: write it like AA:BB:CC:DD:EE:FF")
            }
            configuration.adapter = address
        }
        isConfigured = configuration.adapter != nil
        connection = DBusConnection(address: text == "system" ? .system : DBusAddress(text))
        client = BlueZClient(connection: connection, configuration: configuration, clock: context.environment.clock)
        switches = RadioSwitches(try context.configuration.string("rfkill.folder"))
        siteSecret = try context.siteKey.deviceSecret
        self.context = context
    }

    /// Connects, and tries again until there is a bus; bluetoothd itself may come later.
    ///
    /// - Parameter onFailure: Told of each attempt that failed, so that the way out stands where people look.
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
                context.logger.warning("the Bluetooth service's bus is away", metadata: ["error": "\(error)"])
                let reason = (error as? BlueZError) ?? (error as? DBusError).map { BlueZError($0) }
                let isDenied = reason?.code == .accessDenied
                pulse.change { $0.failed(isDenied ? .accessDenied : .busUnavailable) }
                let cause = isDenied ? RadioCause.accessDenied : .busAway
                await onFailure(BlueZError(isDenied ? .accessDenied : .busUnavailable, cause.words))
                try await context.environment.clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(30))
            }
        }
    }

    /// Stops and disconnects.
    public func close() async {
        await client.stop()
        await connection.close()
    }

    /// The pseudonym of a device: UUIDv5 of the site's secret and the address, which itself never leaves the hub.
    ///
    /// - Throws: `VitalRecordsError` for an address that is none.
    public func device(_ address: BluetoothAddress) throws -> DeviceID {
        try DeviceID.derive(siteSecret: siteSecret, address: address.description)
    }

    /// Asks bluetoothd again and again whether it is there, until cancelled.
    ///
    /// One that answers again after it hung gets its agent and its discovery anew.
    public func watch() async {
        while !Task.isCancelled {
            do {
                try await client.ping()
                if pulse.change({ $0.answered() }) { await client.renew() }
            } catch {
                guard !Task.isCancelled else { return }
                pulse.change { $0.failed((error as? BlueZError)?.code ?? .failed) }
            }
            // One unanswered question is asked again soon, so that a hang is known after some seconds.
            let isWell = await condition().isUsable && !pulse.change { $0.isDoubtful }
            do { try await rest(isWell ? 10 : 1) } catch { return }
        }
    }

    /// Waits so many seconds, or until the objects are gone: then it is asked at once whether service or bus is away.
    private func rest(_ seconds: Int) async throws {
        for _ in 0..<seconds {
            try await context.environment.clock.sleep(for: .seconds(1))
            guard await client.objects.isComplete else { return }
        }
    }

    /// How the radio stands, as far as this side knows.
    public func condition() async -> RadioCondition {
        let adapter = try? await client.adapter()
        var condition = pulse.change { $0 }.condition(await client.objects, adapter: adapter, isConfigured)
        if !condition.isPowered, !condition.isBlocked {
            let blocked = switches.blocked
            // A machine's own switch takes the whole adapter away.
            condition.isBlocked = adapter.map { blocked[$0.path.lastComponent] != nil } ?? !blocked.isEmpty
        }
        return condition
    }

    /// The device behind a pseudonym, if the adapter knows it now; another adapter's devices cannot be reached.
    public func info(of device: DeviceID) async -> DeviceInfo? {
        guard let adapter = try? await client.adapter() else { return nil }
        return await client.objects.devices.first {
            $0.path.isDescendant(of: adapter.path) && (try? self.device($0.address)) == device
        }
    }

    /// The address behind a pseudonym, if the adapter knows the device now.
    public func address(of device: DeviceID) async -> BluetoothAddress? {
        await info(of: device)?.address
    }

    /// The devices that are paired over the adapter.
    public var pairedDevices: Set<DeviceID> {
        get async {
            guard let adapter = try? await client.adapter() else { return [] }
            let paired = await client.objects.devices.filter { $0.isPaired && $0.path.isDescendant(of: adapter.path) }
            return Set(paired.compactMap { try? device($0.address) })
        }
    }

    /// Whether any device has a link over the adapter.
    public var isLinkUp: Bool {
        get async {
            guard let adapter = try? await client.adapter() else { return false }
            return await client.objects.devices.contains { $0.isConnected && $0.path.isDescendant(of: adapter.path) }
        }
    }
}

extension RadioLink {
    /// Where the operator's catalogue file is; scanner and reader read the same one.
    static let catalogueKey = ConfigurationKey(
        "catalogue.file",
        .path,
        "A JSON file with changes to the peripheral catalogue and entries of your own; none when not set."
    )

    /// The catalogue with the operator's file.
    ///
    /// A file that is missing or wrong stops nothing: the built-in catalogue is used, and ``LoadedCatalogue/problem``
    /// says what is wrong.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration.
    public static func catalogue(_ context: ActorContext) throws -> LoadedCatalogue {
        guard let path = try context.configuration.stringIfSet("catalogue.file") else {
            return LoadedCatalogue(catalogue: .standard, problem: nil)
        }
        let loaded = LoadedCatalogue.load(path)
        if let problem = loaded.problem {
            context.logger.error("the catalogue file is not used", metadata: ["error": "\(problem)"])
        }
        return loaded
    }
}
