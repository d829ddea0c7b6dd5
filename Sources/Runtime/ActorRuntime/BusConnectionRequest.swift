public import MessageBus

/// All that is needed to connect a process to the bus.
public struct BusConnectionRequest: Sendable {
    /// Where the broker listens.
    public let endpoint: BusEndpoint
    /// The MQTT client id, the process's principal.
    public let clientID: String
    /// The name that the broker knows the process by.
    public let username: String
    /// The file that holds the password; nil where the broker asks for none.
    public let passwordFile: String?
    /// TLS, where the connection uses it.
    public let tls: BusTLSFiles?
    /// What the broker publishes when the process vanishes; nil for nothing.
    public let will: BusMessage?
    /// Called after a lost connection, before connecting again: another process may have taken the client id.
    ///
    /// What it throws ends the connection for good.
    public let beforeReconnecting: (@Sendable () async throws -> Void)?

    /// Makes a request.
    public init(
        endpoint: BusEndpoint,
        clientID: String,
        username: String,
        passwordFile: String?,
        tls: BusTLSFiles?,
        will: BusMessage?,
        beforeReconnecting: (@Sendable () async throws -> Void)? = nil
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.username = username
        self.passwordFile = passwordFile
        self.tls = tls
        self.will = will
        self.beforeReconnecting = beforeReconnecting
    }

    /// The same connection with another client id, without a will.
    func beside(_ suffix: String) -> BusConnectionRequest {
        BusConnectionRequest(
            endpoint: endpoint,
            clientID: "\(clientID).\(suffix)",
            username: username,
            passwordFile: passwordFile,
            tls: tls,
            will: nil
        )
    }

    /// The same connection with a question before each reconnect.
    func beforeReconnecting(_ body: @escaping @Sendable () async throws -> Void) -> BusConnectionRequest {
        BusConnectionRequest(
            endpoint: endpoint,
            clientID: clientID,
            username: username,
            passwordFile: passwordFile,
            tls: tls,
            will: will,
            beforeReconnecting: body
        )
    }
}
