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
