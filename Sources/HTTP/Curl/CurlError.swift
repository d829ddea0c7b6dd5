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
