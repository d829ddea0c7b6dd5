import CCurl

/// The failure of a transfer.
///
/// Contains no header values, bodies, paths or queries, only host and port.
public struct CurlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public let code: CurlErrorCode
    /// What failed and how to fix it, in one or two sentences.
    public let message: String
    /// libcurl's result code (`CURLcode`); 0 if libcurl was not called or did not fail.
    public let curlCode: Int32
    /// The system error number (`errno`); 0 if there is none.
    public let systemError: Int32
    /// Whether the same request may succeed later without any change here.
    public let isRetriable: Bool
    /// Whether the request, or part of it, may have reached the server.
    ///
    /// False only for failures before sending began. libcurl resends a request by itself if a reused connection turns
    /// out to be dead. This property then stays true, even if the second connection failed.
    public let possiblySent: Bool
    /// The response status, if it arrived before the failure.
    public let responseStatus: Int?

    /// Creates an error with a code and its message.
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

    /// The code, the message and libcurl's result code on one line.
    public var description: String {
        "\(code): \(message) [curl \(curlCode), errno \(systemError), possiblySent \(possiblySent)]"
    }
}

extension CurlError {
    /// Translates libcurl's result code of a failed transfer.
    ///
    /// It ignores libcurl's error buffer, which may quote the server or parts of the URL.
    static func transferFailed(
        _ result: CURLcode,
        authority: String,
        systemError: Int32,
        verification: Int,
        possiblySent: Bool,
        responseStatus: Int?
    ) -> CurlError {
        let (code, isRetriable) = meaning(of: result)
        let advice =
            result == CURLE_PEER_FAILED_VERIFICATION
            ? PeerVerification.advice(verification) : advice(for: code, isRetriable: isRetriable)
        let phrase = curl_easy_strerror(result).map { String(cString: $0) } ?? "unknown failure"
        return CurlError(
            code: code,
            message: "\(authority): \(phrase).\(advice)",
            curlCode: Int32(bitPattern: result.rawValue),
            systemError: systemError,
            isRetriable: isRetriable,
            possiblySent: possiblySent,
            responseStatus: responseStatus
        )
    }

    /// The code, and whether a retry may help, for each result code of an HTTP transfer.
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
        case .couldNotConnect: " Check that the server runs and that no firewall blocks the port."
        case .tls where !isRetriable: " Check the clock, the CA file and the client certificate."
        case .protocolError: " Check that the port speaks the configured version of HTTP."
        default: ""
        }
    }
}

/// The kind of a ``CurlError``: an open set of stable names.
public struct CurlErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name, as used in logs and replies.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stable name.
    public var description: String { rawValue }

    /// The host name did not resolve.
    public static let couldNotResolve = Self(rawValue: "couldNotResolve")
    /// The TCP or Unix connection was refused or the peer is unreachable; exceeding the connect timeout is
    /// ``timedOut``.
    public static let couldNotConnect = Self(rawValue: "couldNotConnect")
    /// The connect timeout, the total timeout or the low-speed limit was exceeded.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The TLS handshake failed, or the peer's certificate is not trusted.
    public static let tls = Self(rawValue: "tls")
    /// The connection was lost, reset or closed before the response was complete.
    public static let connectionClosed = Self(rawValue: "connectionClosed")
    /// The calling task was cancelled, or the client was shut down.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The response exceeds the request's limit.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// The response is not HTTP, or violates its rules.
    public static let protocolError = Self(rawValue: "protocolError")
    /// The request is invalid: its URL, method, a header name or a header value.
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// The client's configuration is wrong or not permitted.
    public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
    /// The request body could not be read: a missing file, or a stream that failed or had another length than declared.
    public static let bodyUnreadable = Self(rawValue: "bodyUnreadable")
    /// The response redirects to another origin, or too many redirects occurred.
    public static let redirectRefused = Self(rawValue: "redirectRefused")
    /// Any other failure of libcurl.
    public static let internalFailure = Self(rawValue: "internalFailure")
}
