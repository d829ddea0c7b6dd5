import CCurl

/// Why a transfer gave no answer.
///
/// Neither the message nor any other part holds header values, bodies, paths or queries: host and port at most.
public struct CurlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public let code: CurlErrorCode
    /// What failed and what can be done about it, in one or two sentences.
    public let message: String
    /// libcurl's own number (`CURLcode`, 0 if libcurl was not asked or did not fail).
    public let curlCode: Int32
    /// The system's error number (`errno`), 0 if there is none.
    public let systemError: Int32
    /// Whether the same request may succeed later with nothing changed here.
    public let isRetriable: Bool
    /// Whether the request, or a part of it, could have reached the server.
    ///
    /// False only for failures before sending began. libcurl sends a request again by itself when a kept-alive
    /// connection turns out to be dead; this stays true then, even if the second connection could not be made.
    public let possiblySent: Bool
    /// The status line's number, if it had arrived before the failure.
    public let responseStatus: Int?

    /// Makes an error.
    public init(
        code: CurlErrorCode,
        message: String,
        curlCode: Int32 = 0,
        systemError: Int32 = 0,
        isRetriable: Bool = false,
        possiblySent: Bool = false,
        responseStatus: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.curlCode = curlCode
        self.systemError = systemError
        self.isRetriable = isRetriable
        self.possiblySent = possiblySent
        self.responseStatus = responseStatus
    }

    /// The code, the message and libcurl's number in one line.
    public var description: String {
        "\(code): \(message) [curl \(curlCode), errno \(systemError), possiblySent \(possiblySent)]"
    }
}

extension CurlError {
    /// Tells what a failed transfer's number means.
    ///
    /// libcurl's error buffer is not used: it may quote what the server sent or parts of the URL.
    static func transferFailed(
        _ result: CURLcode,
        authority: String,
        systemError: Int32,
        possiblySent: Bool,
        responseStatus: Int?
    ) -> CurlError {
        let (code, isRetriable) = meaning(of: result)
        let phrase = curl_easy_strerror(result).map { String(cString: $0) } ?? "unknown failure"
        return CurlError(
            code: code,
            message: "\(authority): \(phrase).\(advice(for: code, isRetriable: isRetriable))",
            curlCode: Int32(bitPattern: result.rawValue),
            systemError: systemError,
            isRetriable: isRetriable,
            possiblySent: possiblySent,
            responseStatus: responseStatus
        )
    }

    /// The code and whether a retry may help, for each number that a transfer over HTTP can end with.
    private static func meaning(of result: CURLcode) -> (CurlErrorCode, Bool) {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: (.couldNotResolve, true)
        case CURLE_COULDNT_CONNECT: (.couldNotConnect, true)
        case CURLE_OPERATION_TIMEDOUT: (.timedOut, true)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CIPHER,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            (.tls, false)
        case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED: (.tls, true)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SEND_FAIL_REWIND, CURLE_AGAIN, CURLE_NO_CONNECTION_AVAILABLE:
            (.connectionClosed, true)
        case CURLE_HTTP2, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
            (.protocolError, true)
        case CURLE_FILESIZE_EXCEEDED: (.responseTooLarge, false)
        case CURLE_URL_MALFORMAT: (.invalidRequest, false)
        case CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK: (.bodyUnreadable, false)
        case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_SSL_ENGINE_NOTFOUND:
            (.invalidConfiguration, false)
        default: (.internalFailure, true)
        }
    }

    private static func advice(for code: CurlErrorCode, isRetriable: Bool) -> String {
        switch code {
        case .couldNotResolve: " Check the host's name and this machine's DNS."
        case .couldNotConnect: " Check that the server runs and that nothing between blocks the port."
        case .tls where !isRetriable: " Check the clock, the CA file and the client certificate."
        case .protocolError: " Check that the port speaks the configured version of HTTP."
        default: ""
        }
    }
}

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
