/// What kind of failure a ``CurlError`` tells of: an open set of stable names.
public struct CurlErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name, as it stands in logs and replies.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stable name.
    public var description: String { rawValue }

    /// The host's name gave no address.
    public static let couldNotResolve = Self(rawValue: "couldNotResolve")
    /// No TCP or Unix connection came about: refused or unreachable.
    ///
    /// Silence in the connect timeout is ``timedOut``.
    public static let couldNotConnect = Self(rawValue: "couldNotConnect")
    /// The connect timeout, the total timeout or the low-speed limit ran out.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The TLS handshake failed, or the peer's certificate is not trusted.
    public static let tls = Self(rawValue: "tls")
    /// The connection was lost, reset or ended before the whole answer had come.
    public static let connectionClosed = Self(rawValue: "connectionClosed")
    /// The calling task was cancelled, or the client was shut down.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The answer is larger than the request's limit.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// What came back is not HTTP, or breaks its rules.
    public static let protocolError = Self(rawValue: "protocolError")
    /// The request cannot be sent as it is: URL, method, header name or value.
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// The client's configuration is wrong or not permitted.
    public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
    /// The request's body could not be read: missing file, a stream that failed or had another length than told.
    public static let bodyUnreadable = Self(rawValue: "bodyUnreadable")
    /// The answer redirects to another origin, or too often.
    public static let redirectRefused = Self(rawValue: "redirectRefused")
    /// libcurl failed in a way that has no code of its own here.
    public static let internalFailure = Self(rawValue: "internalFailure")
}
