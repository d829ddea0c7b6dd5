/// One HTTP request.
///
/// The description shows neither path, query, header values nor body: each may hold a secret.
public struct CurlRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, a token of RFC 9110, as `POST`.
    public var method: String
    /// The absolute URL, `http` or `https`, without user name or password.
    public var url: String
    /// The header fields.
    ///
    /// `Content-Length`, `Transfer-Encoding` and `Expect` come from the body and may not be set.
    public var headers: CurlHeaders
    /// The body.
    public var body: CurlBody
    /// The time for everything, waiting for a free connection included.
    public var timeout: Duration
    /// The slowest speed that is borne; nil: any.
    public var lowSpeedLimit: CurlLowSpeedLimit?
    /// The most bytes of body that the answer may have.
    public var maximumResponseBytes: Int
    /// Whether a kept connection may be used.
    ///
    /// On a new one libcurl never sends a request again by itself.
    public var mayReuseConnection: Bool

    /// Makes a request.
    public init(
        _ method: String = "GET",
        url: String,
        headers: CurlHeaders = CurlHeaders(),
        body: CurlBody = .none,
        timeout: Duration = .seconds(30),
        lowSpeedLimit: CurlLowSpeedLimit? = nil,
        maximumResponseBytes: Int = 1 << 20,
        mayReuseConnection: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.lowSpeedLimit = lowSpeedLimit
        self.maximumResponseBytes = maximumResponseBytes
        self.mayReuseConnection = mayReuseConnection
    }

    /// The method and the names of the headers.
    public var description: String { "CurlRequest(\(method), headers \(headers))" }
    /// The method and the names of the headers.
    public var debugDescription: String { description }
    /// Shows the method and the names of the headers only.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "headers": headers]) }
}

extension CurlRequest {
    /// Headers that follow from the body and would contradict it.
    private static let bodyHeaders = ["Content-Length", "Transfer-Encoding", "Expect"]

    /// Refuses what would break the message or smuggle a second one.
    func check() throws(CurlError) {
        guard CurlHeaders.isValidName(method) else {
            throw Self.invalid("the method is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidName(field.name) {
            throw Self.invalid("a header's name is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidValue(field.value) {
            throw Self.invalid("the value of header \(field.name) holds control characters")
        }
        for name in Self.bodyHeaders where headers[name] != nil {
            throw Self.invalid("header \(name) follows from the body and may not be set")
        }
        guard timeout > .zero, maximumResponseBytes >= 0 else {
            throw Self.invalid("timeout must be above zero and maximumResponseBytes not below it")
        }
        if case .stream(_, let length?) = body, length < 0 {
            throw Self.invalid("the length of a stream may not be negative")
        }
    }

    static func invalid(_ message: String) -> CurlError {
        CurlError(code: .invalidRequest, message: "Request refused: \(message).")
    }
}

/// What a request carries.
public enum CurlBody: Sendable {
    /// Nothing.
    case none
    /// Bytes in memory.
    case bytes([UInt8])
    /// A regular file, read while it is sent; its size when the transfer starts is the length that is told.
    case file(path: String)
    /// Chunks made while they are sent; one chunk is held at a time, and the next is asked for when it is gone.
    ///
    /// With a length, exactly so many bytes have to come. Without, HTTP/1.1 sends chunked coding. A stream cannot be
    /// rewound: if libcurl would have to send it again, the transfer fails instead.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable, length: Int?)
}

/// What a client does about an answer that redirects.
public enum CurlRedirects: Sendable, Hashable {
    /// The redirect is handed to the caller like any other answer.
    case handOver
    /// A GET or HEAD is followed so many times at most, within scheme, host and port; elsewhere the transfer fails
    /// with ``CurlErrorCode/redirectRefused``. Other methods are handed over.
    case followSameOrigin(limit: Int)
}

/// A speed below which a transfer is given up.
public struct CurlLowSpeedLimit: Sendable, Hashable {
    /// The average speed, in bytes per second.
    public let bytesPerSecond: Int
    /// For how long it may be below, in whole seconds.
    public let period: Duration

    /// Makes a limit; both values have to be above zero to have an effect.
    public init(bytesPerSecond: Int, period: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.period = period
    }
}
