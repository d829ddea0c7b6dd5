/// The settings of all transfers of a ``CurlClient``.
public struct CurlConfiguration: Sendable, Hashable {
    /// The maximum number of connections (1...1000); further transfers wait while their total timeout runs.
    public var maximumConnections: Int
    /// The maximum number of connections to one host (1...``maximumConnections``).
    public var maximumConnectionsPerHost: Int
    /// Whether connections are reused for later requests.
    public var keepsAlive: Bool
    /// How long an idle connection may be reused, in whole seconds.
    public var keepAliveLifetime: Duration
    /// The HTTP version to request.
    public var httpPreference: CurlHTTPPreference
    /// The limit for name resolution, connecting and the TLS handshake together, in whole milliseconds.
    public var connectTimeout: Duration
    /// The `User-Agent` header; nil sends none.
    public var userAgent: String?
    /// TLS verification and credentials; the minimum version is TLS 1.2.
    public var tls: CurlTLS
    /// How to handle redirects.
    public var redirects: CurlRedirects
    /// The URL of a proxy; nil uses none, whatever the environment contains.
    public var proxy: String?
    /// The path of a Unix socket to connect to instead of the host and port of each URL.
    public var unixSocket: String?

    /// Creates a configuration; the defaults suit a client on the Internet.
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
    /// Rejects values that cannot work or are not permitted.
    func check() throws(CurlError) {
        guard (1...1000).contains(maximumConnections),
            (1...maximumConnections).contains(maximumConnectionsPerHost)
        else {
            throw Self.wrong("maximumConnections must be from 1 to 1000, maximumConnectionsPerHost at most that")
        }
        guard connectTimeout.milliseconds > 0, keepAliveLifetime >= .zero else {
            throw Self.wrong("connectTimeout must be at least 1 ms, and keepAliveLifetime not negative")
        }
        guard tls.verifiesPeer || proxy == nil else {
            throw Self.wrong("verifiesPeer cannot be off with a proxy: switch it on or remove the proxy")
        }
        guard (tls.certificateFile == nil) == (tls.keyFile == nil) else {
            throw Self.wrong("certificateFile and keyFile need each other")
        }
        guard [userAgent, proxy, unixSocket].allSatisfy({ $0.map(CurlHeaders.isValidValue) ?? true }) else {
            throw Self.wrong("userAgent, proxy and unixSocket must not have control characters")
        }
    }

    private static func wrong(_ message: String) -> CurlError {
        CurlError(code: .invalidConfiguration, message: "CurlConfiguration: \(message).")
    }
}

/// How a client verifies its peers and authenticates itself.
public struct CurlTLS: Sendable, Hashable {
    /// A PEM file of trusted authorities that replaces the system's; nil uses the system's.
    public var authorityFile: String?
    /// How long the file's content is used before it is read again, in whole seconds; zero reads it for each connection.
    ///
    /// libcurl's own default is a day: a replaced authority would be refused until then.
    public var authorityLifetime: Duration
    /// A PEM file of the client's certificate chain; nil presents none.
    public var certificateFile: String?
    /// A PEM file of the client's unencrypted private key.
    public var keyFile: String?
    /// Whether the peer's certificate and host name are verified.
    ///
    /// Use false only for tests on one machine: it rejects proxies, and every `https` request to a host other than
    /// `localhost`, 127.0.0.0/8 and `::1` unless it goes over a Unix socket.
    public var verifiesPeer: Bool

    /// Creates a TLS configuration; the default is the system's authorities, no client certificate, full verification.
    public init(
        authorityFile: String? = nil,
        authorityLifetime: Duration = .seconds(60),
        certificateFile: String? = nil,
        keyFile: String? = nil,
        verifiesPeer: Bool = true
    ) {
        self.authorityFile = authorityFile
        self.authorityLifetime = authorityLifetime
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.verifiesPeer = verifiesPeer
    }
}

/// A client's certificate and its key, as files.
public struct CurlIdentity: Sendable, Hashable {
    /// A PEM file of the certificate chain.
    public let certificateFile: String
    /// A PEM file of the unencrypted private key.
    public let keyFile: String

    /// Creates an identity from its files.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

/// The HTTP version that a client requests.
public enum CurlHTTPPreference: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 if the server agrees to it by ALPN during the TLS handshake; otherwise HTTP/1.1.
    case http2
    /// HTTP/2 from the first byte, without negotiation (RFC 9113 §3.3); on plain `http` this is h2c.
    ///
    /// For tests: with libcurl 7.88 every request then opens its own connection.
    case http2PriorKnowledge
}
