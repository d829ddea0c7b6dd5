/// The address of a broker.
public enum BusEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The path of a Unix socket (at most 107 bytes), which is the fastest way on the same host.
    case unixSocket(String)

    /// A TCP port, 1 to 65,535, of a host name or address.
    ///
    /// Without `set_tcp_nodelay true` in the broker's configuration, each round trip takes about 40 ms.
    case tcp(host: String, port: Int)

    /// A TCP port of one machine with several host names or addresses; the first one that answers is used.
    case anyOf(hosts: [String], port: Int)

    /// The endpoint as logs show it.
    public var description: String {
        switch self {
        case .unixSocket(let path): "unix:\(path)"
        case .tcp(let host, let port): "\(host):\(port)"
        case .anyOf(let hosts, let port): "\(hosts.joined(separator: " or ")), port \(port)"
        }
    }
}

/// The encryption of a connection to a broker: always TLS 1.2 or newer, with PEM files.
public struct BusTLS: Sendable, Hashable {
    /// The degree to which the broker's certificate is checked.
    public enum Verification: Sendable, Hashable {
        /// The chain and the host name.
        case full
        /// Only the chain, for brokers reached by a name or address that is not in their certificate.
        case chainOnly
        /// No encryption: anyone on the path can read the messages. For tests.
        case off
    }

    /// The file with the trusted authorities.
    public var authority: String
    /// The file with the client's certificate; nil for none.
    public var certificate: String?
    /// The file with the certificate's unencrypted key.
    public var key: String?
    /// The degree to which the broker's certificate is checked.
    public var verification: Verification

    /// Creates settings from the files.
    public init(
        authority: String,
        certificate: String? = nil,
        key: String? = nil,
        verification: Verification = .full
    ) {
        self.authority = authority
        self.certificate = certificate
        self.key = key
        self.verification = verification
    }
}
