/// An HTTP request.
///
/// Descriptions omit path, query, header values and body, because each may contain a secret.
public struct CurlRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, a token of RFC 9110, such as `POST`.
    public var method: String
    /// The absolute `http` or `https` URL, without user name and password.
    public var url: String
    /// The header fields.
    ///
    /// `Content-Length`, `Transfer-Encoding` and `Expect` derive from the body and must not be set.
    public var headers: CurlHeaders
    /// The body.
    public var body: CurlBody
    /// The limit for the whole transfer, including the wait for a free connection.
    public var timeout: Duration
    /// The speed below which the transfer is aborted; nil for no limit.
    public var lowSpeedLimit: CurlLowSpeedLimit?
    /// The maximum size of the response body in bytes.
    public var maximumResponseBytes: Int
    /// Whether an existing connection may be reused; on a new one, libcurl never resends a request by itself.
    public var mayReuseConnection: Bool
    /// The client certificate for this request; nil uses the configuration's.
    ///
    /// The files are read at each new connection.
    public var identity: CurlIdentity?

    /// Creates a request; sending it validates the parts.
    public init(
        _ method: String = "GET",
        url: String,
        headers: CurlHeaders = CurlHeaders(),
        body: CurlBody = .none,
        timeout: Duration = .seconds(30),
        lowSpeedLimit: CurlLowSpeedLimit? = nil,
        maximumResponseBytes: Int = 1 << 20,
        mayReuseConnection: Bool = true,
        identity: CurlIdentity? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.lowSpeedLimit = lowSpeedLimit
        self.maximumResponseBytes = maximumResponseBytes
        self.mayReuseConnection = mayReuseConnection
        self.identity = identity
    }

    /// The method and the header names.
    public var description: String { "CurlRequest(\(method), headers \(headers))" }
    /// The method and the header names.
    public var debugDescription: String { description }
    /// Reflects the method and the header names only.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "headers": headers]) }
}

extension CurlRequest {
    /// Headers that derive from the body and must not contradict it.
    private static let bodyHeaders = ["Content-Length", "Transfer-Encoding", "Expect"]

    /// Rejects parts that would corrupt the message or smuggle a second one.
    func check() throws(CurlError) {
        guard CurlHeaders.isValidName(method) else {
            throw Self.invalid("the method is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidName(field.name) {
            throw Self.invalid("a header's name is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidValue(field.value) {
            throw Self.invalid("the value of header \(field.name) has control characters")
        }
        for name in Self.bodyHeaders where headers[name] != nil {
            throw Self.invalid("header \(name) is set from the body; do not set it")
        }
        guard timeout > .zero, maximumResponseBytes >= 0 else {
            throw Self.invalid("timeout must be above zero, and maximumResponseBytes must not be negative")
        }
        if case .stream(_, let length?) = body, length < 0 {
            throw Self.invalid("the length of a stream must not be negative")
        }
    }

    static func invalid(_ message: String) -> CurlError {
        CurlError(code: .invalidRequest, message: "Request refused: \(message).")
    }
}

/// The body of a request.
public enum CurlBody: Sendable {
    /// No body.
    case none
    /// Bytes in memory.
    case bytes([UInt8])
    /// A regular file, read while sending; its size at the start of the transfer is the declared length.
    case file(path: String)
    /// Chunks produced while sending; one chunk is held at a time, and the next is pulled when it has been sent.
    ///
    /// With a length, the stream must produce exactly that many bytes; without, HTTP/1.1 uses chunked coding. A stream
    /// cannot be rewound: if libcurl had to resend it, the transfer fails instead.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable, length: Int?)
}

/// How a client handles a redirect.
public enum CurlRedirects: Sendable, Hashable {
    /// Returns the redirect to the caller like any other response.
    case handOver
    /// Follows redirects of GET and HEAD up to a limit, within scheme, host and port; otherwise the transfer fails with
    /// ``CurlErrorCode/redirectRefused``. Redirects of other methods are returned to the caller.
    case followSameOrigin(limit: Int)
}

/// A speed below which a transfer is aborted.
public struct CurlLowSpeedLimit: Sendable, Hashable {
    /// The average speed, in bytes per second.
    public let bytesPerSecond: Int
    /// How long the speed may stay below it, in whole seconds.
    public let period: Duration

    /// Creates a limit; it has an effect only if both values are above zero.
    public init(bytesPerSecond: Int, period: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.period = period
    }
}
