/// What a client does about an answer that redirects.
public enum CurlRedirects: Sendable, Hashable {
    /// The redirect is handed to the caller like any other answer.
    case handOver
    /// A GET or HEAD is followed so many times at most, within scheme, host and port; elsewhere the transfer fails
    /// with ``CurlErrorCode/redirectRefused``. Other methods are handed over.
    case followSameOrigin(limit: Int)
}
