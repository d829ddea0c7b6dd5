public import DBus

/// An adapter as BlueZ knows it.
public struct AdapterInfo: Hashable, Sendable {
    /// The object's path; its number may change when the adapter is reset.
    public let path: DBusObjectPath
    /// The adapter's address.
    public let address: BluetoothAddress
    /// The adapter's name for people.
    public let alias: String?
    /// Whether it is switched on.
    public let isPowered: Bool
    /// Whether rfkill keeps it off; older BlueZ versions do not report it.
    public let isBlocked: Bool
    /// Whether any process is discovering.
    public let isDiscovering: Bool

    /// Reads an adapter from its properties; nil without an address.
    package init?(path: DBusObjectPath, properties: [String: DBusValue]) {
        guard let address = properties[BlueZName.Adapter.address]?.string.flatMap({ BluetoothAddress($0) }) else {
            return nil
        }
        self.path = path
        self.address = address
        alias = properties[BlueZName.Adapter.alias]?.string
        isPowered = properties[BlueZName.Adapter.powered]?.bool ?? false
        isBlocked = properties[BlueZName.Adapter.powerState]?.string == "off-blocked"
        isDiscovering = properties[BlueZName.Adapter.discovering]?.bool ?? false
    }
}
