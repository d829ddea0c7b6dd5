public import DBus

/// Typed views of the cached objects.
extension ObjectCache {
    /// The adapters, in the order of their paths.
    public var adapters: [AdapterInfo] {
        objects.compactMap { path, interfaces in
            interfaces[BlueZName.Adapter.interface].flatMap { AdapterInfo(path: path, properties: $0) }
        }.sorted { $0.path < $1.path }
    }

    /// The devices, in the order of their paths.
    public var devices: [DeviceInfo] {
        objects.keys.compactMap(device(at:)).sorted { $0.path < $1.path }
    }

    /// The device at a path.
    public func device(at path: DBusObjectPath) -> DeviceInfo? {
        objects[path]?[BlueZName.Device.interface].flatMap { DeviceInfo(path: path, properties: $0) }
    }

    /// The device with an address below an adapter.
    public func device(_ address: BluetoothAddress, adapter: DBusObjectPath) -> DeviceInfo? {
        devices.first { $0.address == address && $0.path.isDescendant(of: adapter) }
    }

    /// The adapter with an address, or the only one.
    ///
    /// - Throws: ``BlueZError`` with code `serviceNotRunning`, `noAdapter` or `ambiguousAdapter`.
    public func adapter(_ address: BluetoothAddress?) throws(BlueZError) -> AdapterInfo {
        guard isComplete else {
            throw BlueZError(.serviceNotRunning, "bluetoothd does not answer; see systemctl status bluetooth.")
        }
        let adapters = adapters
        if let address {
            guard let adapter = adapters.first(where: { $0.address == address }) else {
                throw BlueZError(.noAdapter, "The configured Bluetooth adapter is not there; plug it in or change it.")
            }
            return adapter
        }
        guard let first = adapters.first else {
            throw BlueZError(.noAdapter, "There is no Bluetooth adapter; plug one in, or see rfkill.")
        }
        guard adapters.count == 1 else {
            throw BlueZError(.ambiguousAdapter, "There are several Bluetooth adapters; configure the address of one.")
        }
        return first
    }

    /// The services of a device with their characteristics, in the order of their handles.
    public func services(of device: DBusObjectPath) -> [GATTService] {
        let below = objects.filter { $0.key.isDescendant(of: device) }.sorted { $0.key < $1.key }
        return below.compactMap { path, interfaces in
            guard let service = interfaces[BlueZName.Service.interface],
                let uuid = service[BlueZName.Service.uuid]?.string
            else { return nil }
            let characteristics = below.filter { $0.key.isDescendant(of: path) }.compactMap { path, interfaces in
                interfaces[BlueZName.Characteristic.interface].flatMap {
                    GATTCharacteristic(path: path, device: device, properties: $0)
                }
            }
            return GATTService(
                path: path,
                uuid: uuid.lowercased(),
                isPrimary: service[BlueZName.Service.primary]?.bool ?? true,
                characteristics: characteristics
            )
        }
    }
}
