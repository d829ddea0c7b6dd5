/// Timeouts and limits of a ``DBusConnection``.
public struct DBusConnectionConfiguration: Hashable, Sendable {
    /// The default timeout of a call.
    public var callTimeout: Duration = .seconds(25)
    /// How long the bus may take to answer the Hello call of a new connection.
    public var connectTimeout: Duration = .seconds(10)
    /// The pause before the first reconnect attempt; it doubles with each further one.
    public var reconnectDelay: Duration = .milliseconds(250)
    /// The longest pause between reconnect attempts.
    public var maximumReconnectDelay: Duration = .seconds(30)
    /// When signals are gathered; nil to handle each as it arrives.
    public var gathering: DBusGathering?
    /// How many incoming calls may run concurrently; further ones are answered with `LimitsExceeded`.
    public var concurrentHandlers = 1024

    /// Makes a configuration with the default values.
    public init() {}
}

#if canImport(Glibc)
internal import Glibc
#endif

/// The address of a bus ("Server Addresses" in the D-Bus specification).
public struct DBusAddress: Hashable, Sendable {
    /// The address text, for example `unix:path=/run/dbus/system_bus_socket`.
    public let string: String

    /// Makes an address from its text; connecting validates it.
    public init(_ string: String) {
        self.string = string
    }

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, or the well-known socket if unset.
    public static var system: DBusAddress {
        DBusAddress(environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket")
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// The state of a ``DBusConnection`` as its users see it.
public enum DBusConnectionState: Hashable, Sendable {
    /// Connected, with a unique name that changes on every reconnect.
    case connected(uniqueName: String)
    /// Not connected; reconnects automatically unless the first attempt failed.
    case disconnected
    /// Closed permanently by its owner.
    case closed
}
