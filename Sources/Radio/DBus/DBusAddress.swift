#if canImport(Glibc)
internal import Glibc
#endif

/// Where a bus listens ("Server Addresses" in the D-Bus specification).
public struct DBusAddress: Hashable, Sendable {
    /// The address text, for example `unix:path=/run/dbus/system_bus_socket`.
    public let string: String

    /// Makes an address from its text; it is checked when the connection is made.
    public init(_ string: String) {
        self.string = string
    }

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, else the well-known socket.
    public static var system: DBusAddress {
        DBusAddress(environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket")
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
