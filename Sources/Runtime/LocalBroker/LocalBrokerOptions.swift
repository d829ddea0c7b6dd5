internal import SystemCalls

/// How a broker serves other machines: TLS 1.2 or newer, for whom the site's authority gave a certificate; its common name is the
/// account's.
public struct BrokerTLS: Sendable, Hashable {
    /// The TCP port, at all of the machine's addresses.
    public var port: Int
    /// The PEM file of the authority that members' certificates must be from.
    public var authority: String
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Names the files.
    public init(port: Int, authority: String, server: String) {
        (self.port, self.authority, self.server) = (port, authority, server)
    }
}

/// How a broker serves programs and people that have a password: TLS 1.2 or newer, no certificate asked for.
public struct BrokerAccess: Sendable, Hashable {
    /// The most connections at a time; beside them stay the socket and the hubs' own port.
    static let connectionLimit = 256

    /// The TCP port.
    public var port: Int
    /// Whether it is served on this machine alone, else at all of its addresses.
    public var isLocal: Bool
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Names the port and the file.
    public init(port: Int, isLocal: Bool, server: String) {
        (self.port, self.isLocal, self.server) = (port, isLocal, server)
    }
}

extension LocalBrokerOptions {
    /// What differs when a file that Mosquitto reads at its start has been written anew.
    var fileAges: [String] {
        let served = [tls?.authority, tls?.server, access?.server].compactMap(\.self)
        return (served + bridges.flatMap { [$0.authority, $0.identity] }).map { path in
            "\(path) \(FileStatus(at: path).map { "\($0.identity)" } ?? "")"
        }
    }
}

/// How a broker is set up.
public struct LocalBrokerOptions: Sendable, Hashable {
    /// The Unix socket, under 100 bytes; `mqtt.sock` in the broker's directory when nil.
    public var socketPath: String?
    /// A TCP port on the loopback address beside the socket; none when nil.
    public var loopbackPort: Int?
    /// How other machines are served; not at all when nil.
    public var tls: BrokerTLS?
    /// How who has a password is served by TCP; not at all when nil.
    public var access: BrokerAccess?
    /// Its connections to other brokers.
    public var bridges: [BrokerBridge]
    /// Whether retained values outlive the broker, in `mosquitto.db` in its directory, written at most 1 s late.
    public var isPersistent: Bool
    /// The most bytes of a payload.
    public var messageSizeLimit: Int
    /// The most bytes of messages that wait in the broker for one subscriber; it drops what comes beyond, and says whose it was.
    public var unreadLimit: Int
    /// The most messages that wait in the broker for one subscriber or bridge, 1 to 65,000; it drops what comes beyond.
    public var waitingLimit: Int
    /// The mosquitto executable; looked for in the usual places when nil.
    public var executable: String?
    /// How long the start may take.
    public var startTimeout: Duration

    /// Makes options: a socket only, nothing kept, payloads up to 128 KiB, 32 MiB and 50,000 messages unread, 30 s to
    /// start.
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
