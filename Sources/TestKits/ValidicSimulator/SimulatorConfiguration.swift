/// How a simulator runs.
public struct SimulatorConfiguration: Sendable {
    /// Where it listens.
    public enum Address: Sendable {
        /// A TCP port; 0 takes a free one.
        case tcp(host: String, port: Int)
        /// A Unix socket.
        case unixSocket(path: String)
    }

    /// Which HTTP it speaks.
    public enum Transport: Sendable {
        /// HTTP/1.1 without TLS.
        case plain
        /// HTTP/2 without TLS, from the first byte (prior knowledge).
        case plainHTTP2
        /// TLS, HTTP/2 or HTTP/1.1 by ALPN, with PEM files.
        case tls(certificate: String, key: String)
    }

    /// Where it listens; a free port of 127.0.0.1 by default.
    public var address: Address
    /// Which HTTP it speaks.
    public var transport: Transport
    /// The people it knows.
    public var users: [SimulatedUser]
    /// What it does with repeats.
    public var repeats: RepeatBehaviour
    /// The faults from the start.
    public var faults: [Fault]
    /// The journal's file; nil keeps all in memory only.
    public var journal: String?
    /// The token of `/_control`; nil admits this machine only, without a token.
    public var controlToken: String?
    /// The largest body, in bytes.
    public var maximumBody: Int
    /// How long a record that was made is missing in lists.
    public var listLag: Duration

    /// Makes a configuration.
    public init(
        address: Address = .tcp(host: "127.0.0.1", port: 0),
        transport: Transport = .plain,
        users: [SimulatedUser] = [],
        repeats: RepeatBehaviour = .upsert,
        faults: [Fault] = [],
        journal: String? = nil,
        controlToken: String? = nil,
        maximumBody: Int = 10 << 20,
        listLag: Duration = .zero
    ) {
        self.listLag = listLag
        self.address = address
        self.transport = transport
        self.users = users
        self.repeats = repeats
        self.faults = faults
        self.journal = journal
        self.controlToken = controlToken
        self.maximumBody = maximumBody
    }
}
