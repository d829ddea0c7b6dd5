/// When the parts of a transfer were done, each from its start.
public struct CurlTimings: Sendable, Hashable {
    /// The name was resolved.
    public let nameLookup: Duration
    /// The connection stood; zero on a kept connection.
    public let connect: Duration
    /// The TLS handshake was done; zero without TLS or on a kept connection.
    public let tlsHandshake: Duration
    /// The final answer's status line came, waiting for a free connection included.
    public let firstByte: Duration
    /// All was done, waiting for a free connection included.
    public let total: Duration
}
