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
