/// The version of HTTP that an answer came by.
public enum CurlHTTPVersion: String, Sendable, Hashable {
    /// HTTP/1.0.
    case http1_0 = "1.0"
    /// HTTP/1.1.
    case http1_1 = "1.1"
    /// HTTP/2.
    case http2 = "2"
    /// Any other.
    case unknown
}
