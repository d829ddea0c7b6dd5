public import DBus

/// What BlueZ knows of an adapter.
public struct AdapterInfo: Hashable, Sendable {
    /// Its object; the number in it may change when the adapter is reset.
    public let path: DBusObjectPath
    /// Its address.
    public let address: BluetoothAddress
    /// Its name for people.
    public let alias: String?
    /// Whether it is switched on.
    public let isPowered: Bool
    /// Whether the kernel's switch (rfkill) keeps it off; older BlueZ does not say.
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
