public import ActorRuntime
public import BlueZ
internal import DBus
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
        catalogueKey,
    ]

    /// BlueZ.
    public let client: BlueZClient
    private let connection: DBusConnection
    private let siteSecret: [UInt8]
    private let context: ActorContext

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
        connection = DBusConnection(address: text == "system" ? .system : DBusAddress(text))
        client = BlueZClient(connection: connection, configuration: configuration, clock: context.environment.clock)
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
                try await client.start()
                return
            } catch {
                try Task.checkCancellation()
                context.logger.warning("the Bluetooth service's bus is away", metadata: ["error": "\(error)"])
                let way = "the D-Bus with BlueZ on it cannot be reached: install dbus and bluez, or set dbus.address"
                await onFailure(BlueZError(.busUnavailable, way))
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

    /// The pseudonym of a device (DESIGN §1); the address itself never leaves the hub.
    ///
    /// - Throws: `VitalRecordsError` for an address that is none.
    public func device(_ address: BluetoothAddress) throws -> DeviceID {
        try DeviceID.derive(siteSecret: siteSecret, address: address.description)
    }

    /// The address behind a pseudonym, if BlueZ knows the device now.
    public func address(of device: DeviceID) async -> BluetoothAddress? {
        await client.objects.devices.map(\.address).first { (try? self.device($0)) == device }
    }
}
