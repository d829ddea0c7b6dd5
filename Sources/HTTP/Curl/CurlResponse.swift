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
