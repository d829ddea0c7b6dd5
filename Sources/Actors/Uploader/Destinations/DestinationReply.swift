package import DeliveryRules

/// What came back from a destination, as far as it decides anything.
package struct DestinationReply: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The Retry-After header.
    package let retryAfter: String?
    /// The body.
    package let body: [UInt8]
    /// What it means, where the destination's own transport has judged it.
    package var meaning: AnswerClass?
    /// Whether nothing was sent that writes the record: the transport found out before that it is of no use.
    package var wroteNothing = false

    /// Makes a reply.
    package init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// What a transport says itself, without having written anything.
    init(own meaning: AnswerClass) {
        self.init(status: 0, body: [])
        self.meaning = meaning
        wroteNothing = true
    }
}
