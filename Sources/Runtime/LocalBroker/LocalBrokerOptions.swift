internal import SystemCalls

/// A broker's listener for other machines: TLS 1.2 or newer, with client certificates from the site's authority, whose
/// common name is the account's.
public struct BrokerTLS: Sendable, Hashable {
    /// The TCP port, on all of the machine's addresses.
    public var port: Int
    /// The PEM file of the authority that issues members' certificates.
    public var authority: String
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Names the files.
    public init(port: Int, authority: String, server: String) {
        (self.port, self.authority, self.server) = (port, authority, server)
    }
}

/// A broker's listener for programs and people with a password: TLS 1.2 or newer, without client certificates.
public struct BrokerAccess: Sendable, Hashable {
    /// The most connections at a time; the socket and the hubs' own port do not count.
    static let connectionLimit = 256

    /// The TCP port.
    public var port: Int
    /// Whether it listens only on this machine, otherwise on all of its addresses.
    public var isLocal: Bool
    /// The PEM file with the broker's own key and certificate.
    public var server: String

    /// Names the port and the file.
    public init(port: Int, isLocal: Bool, server: String) {
        (self.port, self.isLocal, self.server) = (port, isLocal, server)
    }
}

extension LocalBrokerOptions {
    /// A value that changes when a file that Mosquitto reads at its start was rewritten.
    var fileAges: [String] {
        let served = [tls?.authority, tls?.server, access?.server].compactMap(\.self)
        return (served + bridges.flatMap { [$0.authority, $0.identity] }).map { path in
            "\(path) \(FileStatus(at: path).map { "\($0.identity)" } ?? "")"
        }
    }
}

/// How a broker is set up.
public struct LocalBrokerOptions: Sendable, Hashable {
    /// The Unix socket, under 100 bytes; nil for `mqtt.sock` in the broker's directory.
    public var socketPath: String?
    /// A TCP port on the loopback address, in addition to the socket; nil for none.
    public var loopbackPort: Int?
    /// The listener for other machines; nil for none.
    public var tls: BrokerTLS?
    /// The TCP listener for accounts with a password; nil for none.
    public var access: BrokerAccess?
    /// Its connections to other brokers.
    public var bridges: [BrokerBridge]
    /// Whether retained values outlive the broker, in `mosquitto.db` in its directory, written at most 1 s late.
    public var isPersistent: Bool
    /// The most bytes of a payload.
    public var messageSizeLimit: Int
    /// The most bytes in a subscriber's queue; the broker drops further messages, and logs the subscriber.
    public var unreadLimit: Int
    /// The most messages in a subscriber's or bridge's queue, 1 to 65,000; the broker drops further ones.
    public var waitingLimit: Int
    /// The mosquitto executable; nil searches the usual places.
    public var executable: String?
    /// How long the start may take.
    public var startTimeout: Duration

    /// Makes options: only a socket, no persistence, payloads up to 128 KiB, 32 MiB and 50,000 messages queued, 30 s to
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
