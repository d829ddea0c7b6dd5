/// A complete response, whatever its status.
///
/// Descriptions show the status and sizes, never header values or the body.
public struct CurlResponse: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, usually 200 to 599.
    public let status: Int
    /// The header fields of the final response, followed by trailers.
    public let headers: CurlHeaders
    /// The body.
    public let body: [UInt8]
    /// The HTTP version of the response.
    public let httpVersion: CurlHTTPVersion
    /// The timings of the transfer.
    public let timings: CurlTimings
    /// The IP address of the server; nil over a Unix socket.
    public let primaryIP: String?
    /// The number of connections opened for this transfer; 0 on a reused one.
    public let newConnections: Int
    /// How often libcurl began to send the request; above 1 it may have arrived more than once, because libcurl resent
    /// it after a reused connection died (see ``CurlRequest/mayReuseConnection``).
    public let sendAttempts: Int
    /// The absolute target of a redirect; may contain secrets.
    public let redirectURL: String?

    /// The status, the HTTP version and the body size.
    public var description: String { "CurlResponse(\(status), HTTP/\(httpVersion.rawValue), \(body.count) bytes)" }
    /// The status, the HTTP version and the body size.
    public var debugDescription: String { description }
    /// Reflects the status and the body size only.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}

/// The HTTP version of a response.
public enum CurlHTTPVersion: String, Sendable, Hashable {
    /// HTTP/1.0.
    case http1_0 = "1.0"
    /// HTTP/1.1.
    case http1_1 = "1.1"
    /// HTTP/2.
    case http2 = "2"
    /// Any other version.
    case unknown
}

/// The times at which the phases of a transfer ended, measured from its start.
public struct CurlTimings: Sendable, Hashable {
    /// End of name resolution.
    public let nameLookup: Duration
    /// End of connecting; zero on a reused connection.
    public let connect: Duration
    /// End of the TLS handshake; zero without TLS or on a reused connection.
    public let tlsHandshake: Duration
    /// Arrival of the final status line, including the wait for a free connection.
    public let firstByte: Duration
    /// End of the transfer, including the wait for a free connection.
    public let total: Duration
}
