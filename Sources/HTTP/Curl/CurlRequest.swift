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
