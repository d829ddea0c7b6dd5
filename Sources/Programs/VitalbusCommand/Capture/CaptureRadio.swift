internal import BlueZ
internal import DBus
internal import DeviceCaptures
internal import DeviceCodecs

/// The radio of a capture: BlueZ on the system bus, next to a hub that runs here.
///
/// Two programs may discover at once; BlueZ merges their filters and reports every advertisement to both.
struct CaptureRadio: Sendable {
    /// The client of BlueZ.
    let client: BlueZClient
    private let connection: DBusConnection

    /// Runs an operation with a radio that discovers.
    ///
    /// - Parameter adapter: The adapter's address; nil for the only one.
    /// - Throws: ``CommandFailure`` where there is no bluetoothd, no adapter, or one that is off.
    static func with<Result: Sendable>(
        adapter: String?,
        environment: CommandEnvironment,
        _ operation: (CaptureRadio) async throws -> Result
    ) async throws -> Result {
        let radio = try CaptureRadio(adapter: adapter, variables: environment.variables)
        let result: Swift.Result<Result, any Error>
        do {
            try await radio.open()
            result = .success(try await operation(radio))
        } catch {
            result = .failure(CommandFailure(radio: error))
        }
        await radio.close()
        return try result.get()
    }

    private init(adapter: String?, variables: [String: String]) throws {
        var configuration = BlueZConfiguration()
        if let adapter {
            guard let address = BluetoothAddress(adapter) else {
                throw CommandFailure.input("--adapter is not an address: write it like AA:BB:CC:DD:EE:FF")
            }
            configuration.adapter = address
        }
        connection = DBusConnection(address: variables["DBUS_SYSTEM_BUS_ADDRESS"].map { DBusAddress($0) } ?? .system)
        client = BlueZClient(connection: connection, configuration: configuration)
    }

    private func open() async throws {
        try await connection.connect()
        try await client.ping()
        try await client.start()
        _ = try await client.adapter()
        try await client.startDiscovery()
    }

    private func close() async {
        // Cleanup: bluetoothd also ends a discovery when its client leaves the bus.
        _ = try? await client.stopDiscovery()
        await client.stop()
        await connection.close()
    }
}

extension CaptureRadio {
    /// Finds the one device in range with an address, or with a word in its name, in either case.
    ///
    /// - Throws: ``CommandFailure`` if none is heard in time, or several have the name.
    func find(_ wanted: String, seconds: Int) async throws -> DeviceInfo {
        let adverts = await client.adverts()
        if let known = try await only(wanted, isHeard: BluetoothAddress(wanted) == nil) { return known }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in adverts {
                    if case .advert(let info, _) = event, Self.isWanted(wanted, info: info) { return }
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw CommandFailure.notHeard(wanted)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        // Another device of the same name would be heard by now, too.
        try await Task.sleep(for: .seconds(1))
        guard let found = try await only(wanted, isHeard: true) else { throw CommandFailure.notHeard(wanted) }
        return found
    }

    /// The devices heard, the nearest first.
    func heard() async -> [DeviceInfo] {
        // Absent is nil: without an adapter nothing is heard.
        guard let adapter = try? await client.adapter() else { return [] }
        return await client.objects.devices.filter { $0.rssi != nil && $0.path.isDescendant(of: adapter.path) }
            .sorted { ($1.rssi ?? 0, $0.address.description) < ($0.rssi ?? 0, $1.address.description) }
    }

    private func only(_ wanted: String, isHeard: Bool) async throws -> DeviceInfo? {
        let devices = isHeard ? await heard() : await client.objects.devices
        let found = devices.filter { Self.isWanted(wanted, info: $0) }
        guard found.count <= 1 else {
            let list = found.map(\.address.description).joined(separator: ", ")
            throw CommandFailure.input(
                "\(found.count) devices have '\(wanted)' in their names: give one address of \(list)"
            )
        }
        return found.first
    }

    private static func isWanted(_ wanted: String, info: DeviceInfo) -> Bool {
        if let address = BluetoothAddress(wanted) { return info.address == address }
        return info.name?.lowercased().contains(wanted.lowercased()) == true
    }
}

extension CapturedAdvert {
    /// What BlueZ knows of a device.
    init(_ info: DeviceInfo) {
        self.init(
            rssi: info.rssi,
            name: info.name,
            services: info.uuids.compactMap { BluetoothUUID($0) },
            manufacturerData: info.manufacturerData,
            serviceData: Dictionary(
                info.serviceData.compactMap { uuid, data in BluetoothUUID(uuid).map { ($0, data) } },
                uniquingKeysWith: { $1 }
            )
        )
    }
}

extension CommandFailure {
    /// Converts an error of the radio; others stay as they are.
    init(radio error: any Error) {
        if let failure = CommandFailure(error) {
            self = failure
        } else if let reason = (error as? BlueZError) ?? (error as? DBusError).map({ BlueZError($0) }) {
            self.init(
                reason.code.rawValue,
                message: "Bluetooth cannot be used: \(reason.message) 'vitalbus doctor' shows more",
                exitCode: ExitCodes.unavailable,
                isRetriable: reason.isRetriable
            )
        } else {
            self.init("failed", message: "the capture failed: \(error)", exitCode: ExitCodes.failed)
        }
    }

    fileprivate static func notHeard(_ wanted: String) -> Self {
        Self(
            "deviceGone",
            message: "no device '\(wanted)' is in range: switch it on, and see 'vitalbus capture' without a name",
            exitCode: ExitCodes.tryAgain,
            isRetriable: true
        )
    }
}
