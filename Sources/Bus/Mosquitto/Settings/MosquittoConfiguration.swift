public import MessageBus

/// The settings of a connection.
///
/// Fixed for all connections: MQTT 5, clean start, session expiry 0 (the broker drops the session at the end),
/// `TCP_NODELAY` on.
public struct MosquittoConfiguration: Sendable {
    /// The broker's address.
    public var endpoint: BusEndpoint

    /// The client id, 1 to 128 bytes of UTF-8; two live clients with one id displace each other endlessly.
    public var clientID: String

    /// The user name, or `nil` to connect without one.
    public var username: String?

    /// The password; it needs a user name.
    public var password: MosquittoPassword?

    /// The longest silence on the line, 5 s to 65,535 s in whole seconds; a dead peer is detected within twice this
    /// time.
    public var keepAlive: Duration = .seconds(15)

    /// The longest wait for the broker's CONNACK once the socket is open, at least 1 s.
    public var handshakeTimeout: Duration = .seconds(10)

    /// The message that the broker publishes if this connection dies.
    public var will: MosquittoWill?

    /// TLS settings, or `nil` for a plain connection.
    public var tls: BusTLS?

    /// How many QoS 1 messages the broker may send before it gets a PUBACK, 1 to 65,535 (MQTT 5 §3.1.2.11.3).
    public var receiveMaximum = 20

    /// The limits of received messages that wait for the consumer.
    public var inboundLimit = InboundLimit()

    /// The limit of publishes without a PUBACK, 1 to 1,000; more wait for their turn.
    public var publishWindow = 64

    /// The limit of publishes that wait for their turn; one more fails with `busy`.
    public var publishQueueLimit = 10_000

    /// The shortest and the longest time between two attempts to connect.
    public var reconnectDelay = ReconnectDelay()

    /// Whether a connection that is lost after the broker had accepted it waits for ``MosquittoConnection/resume()``.
    ///
    /// Two clients with one id displace each other endlessly, so the owner may first check whether another one is
    /// there. The reason of the loss is not sufficient, because Mosquitto 2.0.11 closes the older connection without a
    /// reason.
    public var asksBeforeReconnecting = false

    /// The largest payload sent or accepted, in bytes, 1 to 256 MiB.
    ///
    /// A larger publish fails with `tooLarge`; the broker is asked not to send larger packets and drops them.
    public var messageSizeLimit = 1_048_576

    /// Creates a configuration with the usual values.
    ///
    /// - Parameters:
    ///   - endpoint: The broker's address.
    ///   - clientID: The client id, one per live connection.
    public init(endpoint: BusEndpoint, clientID: String) {
        self.endpoint = endpoint
        self.clientID = clientID
    }
}

extension MosquittoConfiguration {
    /// Checks every value against its range.
    ///
    /// - Throws: ``MosquittoError`` with code `invalidConfiguration` that names the first wrong value.
    public func validate() throws {
        try validateNames()
        try validateNumbers()
        try will?.validate(sizeLimit: messageSizeLimit)
    }

    private func validateNames() throws {
        try endpoint.validate()
        try Self.require(!clientID.isEmpty && clientID.utf8.count <= 128, message: "clientID must have 1 to 128 bytes.")
        let strings = [clientID, username ?? "", password?.value ?? ""] + (tls?.paths ?? [])
        try Self.require(
            strings.allSatisfy { !$0.utf8.contains(0) },
            message: "a string in the configuration has a NUL byte."
        )
        try Self.require(password == nil || username != nil, message: "a password needs a username.")
        try Self.require(
            (tls?.certificate == nil) == (tls?.key == nil),
            message: "TLS needs both certificate and key, or neither."
        )
        if case .unixSocket = endpoint {
            try Self.require(
                tls == nil,
                message: "a Unix socket cannot use TLS; protect it by the mode of its directory."
            )
        }
    }

    private func validateNumbers() throws {
        try Self.require(
            keepAlive >= .seconds(5) && keepAlive <= .seconds(65_535),
            message: "keepAlive must be from 5 s to 65,535 s."
        )
        try Self.require(handshakeTimeout >= .seconds(1), message: "handshakeTimeout must be at least 1 s.")
        try Self.require((1...65_535).contains(receiveMaximum), message: "receiveMaximum must be from 1 to 65,535.")
        try Self.require(
            inboundLimit.low >= 1 && inboundLimit.high > inboundLimit.low && inboundLimit.ceiling >= inboundLimit.high,
            message: "inboundLimit needs 1 <= low < high <= ceiling."
        )
        try Self.require((1...1_000).contains(publishWindow), message: "publishWindow must be from 1 to 1,000.")
        try Self.require(publishQueueLimit >= 0, message: "publishQueueLimit must not be negative.")
        try Self.require(
            reconnectDelay.minimum > .zero && reconnectDelay.maximum >= reconnectDelay.minimum,
            message: "reconnectDelay needs 0 < minimum <= maximum."
        )
        try Self.require(
            (1...268_435_455).contains(messageSizeLimit),
            message: "messageSizeLimit must be from 1 to 268,435,455."
        )
    }

    private static func require(_ condition: Bool, message: String) throws {
        guard condition else { throw MosquittoError(.invalidConfiguration, message: "MQTT configuration: \(message)") }
    }
}
