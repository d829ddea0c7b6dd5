/// What came back from a destination, as far as it decides anything.
package struct DestinationReply: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The Retry-After header.
    package let retryAfter: String?
    /// The body.
    package let body: [UInt8]

    /// Makes a reply.
    package init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}
