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
