/// A whole answer, whatever its status.
///
/// The description shows status and sizes, never header values or body.
public struct CurlResponse: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, 200 to 599 as a rule.
    public let status: Int
    /// The header fields of the final answer, and trailers after them.
    public let headers: CurlHeaders
    /// The body.
    public let body: [UInt8]
    /// The version of HTTP.
    public let httpVersion: CurlHTTPVersion
    /// When what was done.
    public let timings: CurlTimings
    /// The server's address, nil over a Unix socket.
    public let primaryIP: String?
    /// How many connections were made for this transfer: 0 on a kept one.
    public let newConnections: Int
    /// How often libcurl began to send the request: above 1, it may have arrived more than once, because a kept connection
    /// died and libcurl sent the request again by itself (see ``CurlRequest/mayReuseConnection``).
    public let sendAttempts: Int
    /// Where a redirect points to, made absolute; it may hold secrets.
    public let redirectURL: String?

    /// Status, version and the body's size.
    public var description: String { "CurlResponse(\(status), HTTP/\(httpVersion.rawValue), \(body.count) bytes)" }
    /// Status, version and the body's size.
    public var debugDescription: String { description }
    /// Shows status and the body's size only.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}

/// The version of HTTP that an answer came by.
public enum CurlHTTPVersion: String, Sendable, Hashable {
    /// HTTP/1.0.
    case http1_0 = "1.0"
    /// HTTP/1.1.
    case http1_1 = "1.1"
    /// HTTP/2.
    case http2 = "2"
    /// Any other.
    case unknown
}

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
