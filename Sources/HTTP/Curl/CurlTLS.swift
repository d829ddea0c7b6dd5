/// How a client checks its peers and shows itself.
public struct CurlTLS: Sendable, Hashable {
    /// A PEM file of the trusted authorities; it replaces the system's.
    ///
    /// Nil: the system's.
    public var authorityFile: String?
    /// A PEM file of the client's certificate chain.
    ///
    /// Nil: none is shown.
    public var certificateFile: String?
    /// A PEM file of the client's unencrypted private key.
    public var keyFile: String?
    /// Whether the peer's certificate and name are checked.
    ///
    /// False is for tests on one machine: every `https` request to a host other than `localhost`, 127.0.0.0/8 and
    /// `::1` (or over a Unix socket) is refused then, and so is a proxy.
    public var verifiesPeer: Bool

    /// Makes a TLS configuration; by default the system's authorities, no client certificate, full checks.
    public init(
        authorityFile: String? = nil,
        certificateFile: String? = nil,
        keyFile: String? = nil,
        verifiesPeer: Bool = true
    ) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.verifiesPeer = verifiesPeer
    }
}
