public import MessageBus

/// The parameters of a process's connection to the broker.
public struct MQTTBusConfiguration: Sendable {
    /// The broker's address.
    public var endpoint: BusEndpoint
    /// The MQTT client id, unique among all clients of the broker.
    public var clientID: String
    /// The username, on which the broker's rights depend.
    public var username: String?
    /// The password, which appears in no description or log.
    public var password: [UInt8]?
    /// The TLS settings; nil without TLS.
    public var tls: BusTLS?
    /// The last will, which the broker publishes if the process vanishes.
    public var will: BusMessage?
    /// Called after a lost connection, before reconnecting, because another process may have taken the client id.
    ///
    /// An error from it ends ``MQTTBus/run()``, so that two processes do not fight for one name. Nil reconnects without
    /// a check.
    public var beforeReconnecting: (@Sendable () async throws -> Void)?

    /// Creates a configuration.
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
