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
