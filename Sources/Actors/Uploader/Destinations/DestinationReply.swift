package import DeliveryRules

/// A destination's answer, as far as it is needed for a decision.
package struct DestinationReply: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The Retry-After header.
    package let retryAfter: String?
    /// The body.
    package let body: [UInt8]
    /// Its meaning, if the destination's own transport has judged it.
    package var meaning: AnswerClass?
    /// Whether nothing was sent that writes the record: the transport found out before that it is of no use.
    package var wroteNothing = false

    /// Creates a reply.
    package init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Whether it is a proxy's 503 after the server's connection broke with the request already forwarded.
    ///
    /// Envoy answers so (`UC`, `UR` in its response flags); its 503 for a server that it never reached names a
    /// `connection failure` or `connection timeout`.
    var isCutOffByProxy: Bool {
        guard status == 503, let text = String(validating: body.prefix(1_024), as: UTF8.self) else { return false }
        return text.contains("disconnect/reset before headers") && !text.contains("connection failure")
            && !text.contains("connection timeout")
    }

    /// An answer that a transport makes itself, without having written anything.
    init(own meaning: AnswerClass) {
        self.init(status: 0, body: [])
        self.meaning = meaning
        wroteNothing = true
    }
}
