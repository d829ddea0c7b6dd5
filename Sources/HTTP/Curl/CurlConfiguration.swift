/// What holds for all transfers of a ``CurlClient``.
public struct CurlConfiguration: Sendable, Hashable {
    /// The most connections at a time (1...1000); further transfers wait, and their total timeout runs meanwhile.
    public var maximumConnections: Int
    /// The most connections to one host at a time (1...``maximumConnections``).
    public var maximumConnectionsPerHost: Int
    /// Whether connections are kept for the next request.
    public var keepsAlive: Bool
    /// How long an idle connection may be used again, in whole seconds.
    public var keepAliveLifetime: Duration
    /// The version of HTTP to ask for.
    public var httpPreference: CurlHTTPPreference
    /// The time for resolving, connecting and the TLS handshake together, in whole milliseconds.
    public var connectTimeout: Duration
    /// The `User-Agent` header; nil sends none.
    public var userAgent: String?
    /// Checks and credentials of TLS; TLS 1.2 is the least.
    public var tls: CurlTLS
    /// What happens to redirects.
    public var redirects: CurlRedirects
    /// A proxy's URL.
    ///
    /// Nil: none, whatever the environment says.
    public var proxy: String?
    /// A Unix socket to connect to in place of every URL's host and port.
    public var unixSocket: String?

    /// Makes a configuration.
    public init(
        maximumConnections: Int = 8,
        maximumConnectionsPerHost: Int = 4,
        keepsAlive: Bool = true,
        keepAliveLifetime: Duration = .seconds(60),
        httpPreference: CurlHTTPPreference = .http2,
        connectTimeout: Duration = .seconds(10),
        userAgent: String? = "VitalBus",
        tls: CurlTLS = CurlTLS(),
        redirects: CurlRedirects = .handOver,
        proxy: String? = nil,
        unixSocket: String? = nil
    ) {
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerHost = maximumConnectionsPerHost
        self.keepsAlive = keepsAlive
        self.keepAliveLifetime = keepAliveLifetime
        self.httpPreference = httpPreference
        self.connectTimeout = connectTimeout
        self.userAgent = userAgent
        self.tls = tls
        self.redirects = redirects
        self.proxy = proxy
        self.unixSocket = unixSocket
    }
}

extension CurlConfiguration {
    /// Refuses what cannot work or must not be.
    func check() throws(CurlError) {
        guard (1...1000).contains(maximumConnections),
            (1...maximumConnections).contains(maximumConnectionsPerHost)
        else {
            throw Self.wrong("maximumConnections must be 1...1000, maximumConnectionsPerHost not above it")
        }
        guard connectTimeout.milliseconds > 0, keepAliveLifetime >= .zero else {
            throw Self.wrong("connectTimeout must be at least 1 ms, keepAliveLifetime not negative")
        }
        guard tls.verifiesPeer || proxy == nil else {
            throw Self.wrong("verifiesPeer may not be off with a proxy: switch it on or remove the proxy")
        }
        guard (tls.certificateFile == nil) == (tls.keyFile == nil) else {
            throw Self.wrong("certificateFile and keyFile are set together or not at all")
        }
        guard [userAgent, proxy, unixSocket].allSatisfy({ $0.map(CurlHeaders.isValidValue) ?? true }) else {
            throw Self.wrong("userAgent, proxy and unixSocket may hold no control characters")
        }
    }

    private static func wrong(_ message: String) -> CurlError {
        CurlError(code: .invalidConfiguration, message: "CurlConfiguration: \(message).")
    }
}

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

/// Which version of HTTP a client asks for.
public enum CurlHTTPPreference: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 where the server agrees by ALPN during the TLS handshake, else HTTP/1.1.
    case http2
    /// HTTP/2 from the first byte, without asking (RFC 9113 §3.3); on plain `http` this is h2c.
    /// For tests: with libcurl 7.88 every request has its own connection then.
    case http2PriorKnowledge
}
