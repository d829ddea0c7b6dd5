public import DBus

/// A remote device as BlueZ knows it.
public struct DeviceInfo: Hashable, Sendable {
    /// Its object.
    public let path: DBusObjectPath
    /// The adapter that knows it.
    public let adapter: DBusObjectPath?
    /// Its address; the identity address once a private one was resolved.
    public let address: BluetoothAddress
    /// The kind of its address.
    public let addressType: AddressType?
    /// The device's name; nil while unknown.
    public let name: String?
    /// The last signal strength in dBm.
    ///
    /// It may be old.
    public let rssi: Int?
    /// The advertised transmit power in dBm.
    public let txPower: Int?
    /// The service UUIDs in lower case: advertised ones and those found after connecting.
    public let uuids: [String]
    /// Manufacturer data by company identifier.
    public let manufacturerData: [UInt16: [UInt8]]
    /// Service data by UUID in lower case.
    public let serviceData: [String: [UInt8]]
    /// Whether there is a link.
    public let isConnected: Bool
    /// Whether it is paired.
    public let isPaired: Bool
    /// Whether the keys are stored; on BlueZ before 5.65 the same as paired.
    public let isBonded: Bool
    /// Whether bluetoothd may connect it by itself.
    public let isTrusted: Bool
    /// Whether its GATT services are known.
    public let areServicesResolved: Bool

    /// Reads a device from its properties; nil without an address.
    package init?(path: DBusObjectPath, properties: [String: DBusValue]) {
        typealias Key = BlueZName.Device
        guard let address = properties[Key.address]?.string.flatMap({ BluetoothAddress($0) }) else { return nil }
        self.path = path
        self.address = address
        adapter = properties[Key.adapter]?.objectPath
        addressType = properties[Key.addressType]?.string.flatMap(AddressType.init(rawValue:))
        name = properties[Key.name]?.string
        rssi = properties[Key.rssi]?.integer.flatMap(Int.init(exactly:))
        txPower = properties[Key.txPower]?.integer.flatMap(Int.init(exactly:))
        uuids = (properties[Key.uuids]?.stringArray ?? []).map { $0.lowercased() }
        manufacturerData = Self.manufacturerData(properties[Key.manufacturerData])
        serviceData = Self.serviceData(properties[Key.serviceData])
        isConnected = properties[Key.connected]?.bool ?? false
        isPaired = properties[Key.paired]?.bool ?? false
        isBonded = properties[Key.bonded]?.bool ?? properties[Key.paired]?.bool ?? false
        isTrusted = properties[Key.trusted]?.bool ?? false
        areServicesResolved = properties[Key.servicesResolved]?.bool ?? false
    }

    private static func manufacturerData(_ value: DBusValue?) -> [UInt16: [UInt8]] {
        var result: [UInt16: [UInt8]] = [:]
        for entry in value?.dictionary?.entries ?? [] {
            guard let company = entry.key.unsigned.flatMap(UInt16.init(exactly:)) else { continue }
            result[company] = entry.value.bytes
        }
        return result
    }

    private static func serviceData(_ value: DBusValue?) -> [String: [UInt8]] {
        var result: [String: [UInt8]] = [:]
        for (uuid, data) in value?.properties ?? [:] {
            result[uuid.lowercased()] = data.bytes
        }
        return result
    }
}
