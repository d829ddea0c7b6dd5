public import MessageBus

/// How a process reaches the broker.
public struct MQTTBusConfiguration: Sendable {
    /// Where the broker listens.
    public enum Endpoint: Sendable, Hashable {
        /// A Unix socket's path.
        case unixSocket(String)
        /// A TCP port.
        case tcp(host: String, port: Int)
    }

    /// The PEM files of a TLS client.
    public struct TLS: Sendable, Hashable {
        /// The authority that signed the broker's certificate.
        public let authority: String
        /// The process's certificate, if it has one.
        public let certificate: String?
        /// The certificate's key.
        public let key: String?

        /// Names the files.
        public init(authority: String, certificate: String?, key: String?) {
            self.authority = authority
            self.certificate = certificate
            self.key = key
        }
    }

    /// Where the broker listens.
    public var endpoint: Endpoint
    /// The MQTT client id, unique among all clients of the broker.
    public var clientID: String
    /// The name that the broker's rights hang on.
    public var username: String?
    /// The password; in no description and no log.
    public var password: [UInt8]?
    /// TLS, where the connection uses it.
    public var tls: TLS?
    /// What the broker publishes when the process vanishes.
    public var will: BusMessage?
    /// Called after a lost connection, before connecting again: another process may have taken the client id.
    ///
    /// What it throws ends ``MQTTBus/run()``: nobody fights for the name then. Nil for no question.
    public var beforeReconnecting: (@Sendable () async throws -> Void)?

    /// Makes a configuration.
    public init(
        endpoint: Endpoint,
        clientID: String,
        username: String? = nil,
        password: [UInt8]? = nil,
        tls: TLS? = nil,
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
