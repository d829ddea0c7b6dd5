/// Where a broker listens.
public enum BusEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket, by its path (at most 107 bytes): the fastest way and the right one on the same host.
    case unixSocket(String)

    /// A TCP port, 1 to 65,535, of a host name or address.
    ///
    /// Without `set_tcp_nodelay true` in the broker's configuration each round trip takes some 40 ms.
    case tcp(host: String, port: Int)

    /// A TCP port of one machine that is known by several host names or addresses: the one that answers counts.
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

/// How a connection to a broker is encrypted: TLS 1.2 or newer, always; the files are PEM.
public struct BusTLS: Sendable, Hashable {
    /// How far the broker's certificate is checked.
    public enum Verification: Sendable, Hashable {
        /// The chain and the host name.
        case full
        /// The chain only; for brokers that are reached by a name or address that is not in their certificate.
        case chainOnly
        /// No encryption: anyone on the path can read the messages. For tests.
        case off
    }

    /// The file with the trusted authorities.
    public var authority: String
    /// The file with the client's certificate; nil for none.
    public var certificate: String?
    /// The file with the certificate's key, not encrypted.
    public var key: String?
    /// How far the broker's certificate is checked.
    public var verification: Verification

    /// Names the files.
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
