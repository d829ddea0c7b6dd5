/// Times and limits of a ``DBusConnection``.
public struct DBusConnectionConfiguration: Hashable, Sendable {
    /// How long a call waits for its reply when it names no time itself.
    public var callTimeout: Duration = .seconds(25)
    /// How long the bus may take to greet a new connection.
    public var connectTimeout: Duration = .seconds(10)
    /// The pause before the first new attempt after a loss; it doubles with each further one.
    public var reconnectDelay: Duration = .milliseconds(250)
    /// The longest pause between attempts.
    public var maximumReconnectDelay: Duration = .seconds(30)
    /// How many calls of others are handled at the same time; more are answered with `LimitsExceeded`.
    public var concurrentHandlers = 1024

    /// Makes a configuration with the defaults above.
    public init() {}
}

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

/// Whether a ``DBusConnection`` can be used.
public enum DBusConnectionState: Hashable, Sendable {
    /// Connected, under a unique name that changes with every new connection.
    case connected(uniqueName: String)
    /// Not connected; attempts go on unless the first one failed.
    case disconnected
    /// Closed by its owner for good.
    case closed
}

/// Where a ``DBusConnection`` stands.
enum ConnectionPhase {
    /// Never connected, or the first attempt failed.
    case idle
    /// A link is being made.
    case connecting
    case connected(uniqueName: String)
    /// Lost; the next attempt is due later.
    case waiting
    case closed
}

/// The pauses between attempts: doubling from a first to a longest one, each shortened by up to a half at random.
struct ReconnectPause {
    let first: Duration
    let longest: Duration
    private(set) var attempts = 0

    init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The next pause.
    ///
    /// The jitter keeps the processes of one machine from coming back all at once.
    mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let factor = 1 << min(attempts, 16)
        attempts += 1
        let pause = min(first * factor, longest)
        return pause * Double.random(in: 0.5...1, using: &random)
    }

    mutating func reset() {
        attempts = 0
    }
}
