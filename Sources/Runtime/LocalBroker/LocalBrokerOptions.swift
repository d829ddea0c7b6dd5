internal import SystemCalls

/// The listener for other machines: TLS 1.2 or newer, for clients with a certificate of the site's authority, whose
/// common name is the account.
public struct BrokerTLS: Sendable, Hashable {
    /// The TCP port, on all of the machine's addresses.
    public var port: Int
    /// The PEM file of the authority that must have issued members' certificates.
    public var authority: String
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Creates a listener.
    public init(port: Int, authority: String, server: String) {
        (self.port, self.authority, self.server) = (port, authority, server)
    }
}

/// The listener for programs and people with a password: TLS 1.2 or newer, without a client certificate.
public struct BrokerAccess: Sendable, Hashable {
    /// The limit of simultaneous connections, without those of the socket and the hubs' own port.
    static let connectionLimit = 256

    /// The TCP port.
    public var port: Int
    /// Whether it listens on this machine only, or at all of its addresses.
    public var isLocal: Bool
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Creates a listener.
    public init(port: Int, isLocal: Bool, server: String) {
        (self.port, self.isLocal, self.server) = (port, isLocal, server)
    }
}

extension LocalBrokerOptions {
    /// Values that change whenever a file that Mosquitto reads at its start is rewritten.
    var fileAges: [String] {
        let served = [tls?.authority, tls?.server, access?.server].compactMap(\.self)
        return (served + bridges.flatMap { [$0.authority, $0.identity] }).map { path in
            "\(path) \(FileStatus(at: path).map { "\($0.identity)" } ?? "")"
        }
    }
}

/// The options of a broker.
public struct LocalBrokerOptions: Sendable, Hashable {
    /// The path of the Unix socket, under 100 bytes; nil for `mqtt.sock` in the broker's directory.
    public var socketPath: String?
    /// A TCP port on the loopback address, in addition to the socket; nil for none.
    public var loopbackPort: Int?
    /// The listener for other machines; nil for none.
    public var tls: BrokerTLS?
    /// The TCP listener for clients with a password; nil for none.
    public var access: BrokerAccess?
    /// The broker's connections to other brokers.
    public var bridges: [BrokerBridge]
    /// Whether retained values outlive the broker, in `mosquitto.db` in its directory, written within 1 s.
    public var isPersistent: Bool
    /// The size limit of a payload in bytes.
    public var messageSizeLimit: Int
    /// The size limit in bytes of messages queued for one subscriber; further ones are dropped and logged with the
    /// subscriber's name.
    public var unreadLimit: Int
    /// The limit of messages queued for one subscriber or bridge, 1 to 65,000; further ones are dropped.
    public var waitingLimit: Int
    /// The mosquitto executable; nil searches the usual places.
    public var executable: String?
    /// The time limit of the start.
    public var startTimeout: Duration

    /// Creates options: a socket only, no persistence, payloads up to 128 KiB, 32 MiB and 50,000 messages queued, 30 s
    /// to start.
    public init(
        socketPath: String? = nil,
        loopbackPort: Int? = nil,
        tls: BrokerTLS? = nil,
        access: BrokerAccess? = nil,
        bridges: [BrokerBridge] = [],
        isPersistent: Bool = false,
        messageSizeLimit: Int = 131_072,
        unreadLimit: Int = 32 << 20,
        waitingLimit: Int = 50_000,
        executable: String? = nil,
        startTimeout: Duration = .seconds(30)
    ) {
        self.socketPath = socketPath
        self.loopbackPort = loopbackPort
        self.tls = tls
        self.access = access
        self.bridges = bridges
        self.isPersistent = isPersistent
        self.messageSizeLimit = messageSizeLimit
        self.unreadLimit = unreadLimit
        self.waitingLimit = waitingLimit
        self.executable = executable
        self.startTimeout = startTimeout
    }
}
