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
    /// What the broker publishes when the process vanishes.
    public let will: BusMessage

    /// Makes a request.
    public init(
        endpoint: BusEndpoint,
        clientID: String,
        username: String,
        passwordFile: String?,
        tls: BusTLSFiles?,
        will: BusMessage
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.username = username
        self.passwordFile = passwordFile
        self.tls = tls
        self.will = will
    }
}
