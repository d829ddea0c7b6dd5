public import DBus

/// A service of a connected device.
public struct GATTService: Hashable, Sendable {
    /// Its object.
    public let path: DBusObjectPath
    /// Its UUID in small letters, 128 bits.
    public let uuid: String
    /// Whether it is a primary one.
    public let isPrimary: Bool
    /// Its characteristics, in the order of their handles.
    public let characteristics: [GATTCharacteristic]

    /// Its first characteristic with the UUID (in small letters).
    public func characteristic(_ uuid: String) -> GATTCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}

/// A characteristic of a connected device.
public struct GATTCharacteristic: Hashable, Sendable {
    /// Its object.
    public let path: DBusObjectPath
    /// The device that it belongs to.
    public let device: DBusObjectPath
    /// Its UUID in small letters, 128 bits.
    public let uuid: String
    /// The allowed operations, in BlueZ's words: `read`, `write`, `notify`, `indicate`, `encrypt-read` and so on.
    public let flags: Set<String>
    /// The link's MTU in bytes, nil on BlueZ before 5.62.
    public let mtu: Int?

    /// Whether it notifies or indicates.
    public var canNotify: Bool { flags.contains("notify") || flags.contains("indicate") }

    init?(path: DBusObjectPath, device: DBusObjectPath, properties: [String: DBusValue]) {
        guard let uuid = properties[BlueZName.Characteristic.uuid]?.string else { return nil }
        self.path = path
        self.device = device
        self.uuid = uuid.lowercased()
        flags = Set(properties[BlueZName.Characteristic.flags]?.stringArray ?? [])
        mtu = properties[BlueZName.Characteristic.mtu]?.integer.flatMap(Int.init(exactly:))
    }
}

/// How a value is written.
public enum WriteType: String, Hashable, Sendable {
    /// With a response; for control points.
    case request
    /// Without a response.
    case command
}
