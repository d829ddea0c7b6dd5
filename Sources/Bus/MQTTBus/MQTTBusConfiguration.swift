public import BusEndpoints
public import MessageBus

/// How a process reaches the broker.
public struct MQTTBusConfiguration: Sendable {
    /// Where the broker listens.
    public var endpoint: BusEndpoint
    /// The MQTT client id, unique among all clients of the broker.
    public var clientID: String
    /// The name that the broker's rights hang on.
    public var username: String?
    /// The password; in no description and no log.
    public var password: [UInt8]?
    /// TLS, where the connection uses it.
    public var tls: BusTLS?
    /// What the broker publishes when the process vanishes.
    public var will: BusMessage?
    /// Called after a lost connection, before connecting again: another process may have taken the client id.
    ///
    /// An error from it ends ``MQTTBus/run()``, so that two processes do not fight for one name. Nil asks nothing.
    public var beforeReconnecting: (@Sendable () async throws -> Void)?

    /// Makes a configuration.
    public init(
        endpoint: BusEndpoint,
        clientID: String,
        username: String? = nil,
        password: [UInt8]? = nil,
        tls: BusTLS? = nil,
        will: BusMessage? = nil,
        beforeReconnecting: (@Sendable () async throws -> Void)? = nil
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.username = username
        self.password = password
        self.tls = tls
        self.will = will
        self.beforeReconnecting = beforeReconnecting
    }
}
