internal import Curl
internal import DeliveryRules
internal import Synchronization
internal import WorkQueue

/// Sends a destination's requests.
struct HTTPSender: Sendable {
    /// The largest answer that is read.
    private static let answerLimit = 4 << 20

    let curl: CurlClient
    /// The whole time of a request.
    let timeout: Duration
    /// Counts what is sent.
    let sent = RequestCount()

    /// Whether a request's whole timeout still fits in work's lease.
    func fits(_ held: HeldItem, now: BootInstant) -> Bool {
        held.budget.mayStart(now: now, requestTimeout: timeout)
    }

    /// What came back and whether the request surely left only once.
    struct Sent: Sendable {
        let reply: DestinationReply
        /// Whether libcurl sent it once only.
        let wasSentOnce: Bool
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter mayReuseConnection: False for what must not arrive twice: libcurl sends again by itself when a kept
    ///   connection dies, and nobody hears of the first time.
    /// - Throws: `CurlError` where there is no answer.
    func send(_ request: DestinationRequest, mayReuseConnection: Bool) async throws(CurlError) -> Sent {
        var headers = CurlHeaders()
        for header in request.headers { headers.add(header.value, for: header.name) }
        sent.add()
        let response = try await curl.perform(
            CurlRequest(
                request.method,
                url: request.url,
                headers: headers,
                body: request.body.map(CurlBody.bytes) ?? .none,
                timeout: timeout,
                maximumResponseBytes: Self.answerLimit,
                mayReuseConnection: mayReuseConnection
            )
        )
        let reply = DestinationReply(
            status: response.status,
            retryAfter: response.headers["Retry-After"],
            body: response.body
        )
        return Sent(reply: reply, wasSentOnce: response.sendAttempts <= 1)
    }
}

/// How many requests an attempt made, which its session's rate is charged for.
final class RequestCount: Sendable {
    private let value = Mutex(0)

    /// The number so far.
    var count: Int { value.withLock { $0 } }

    /// Notes one more.
    func add() { value.withLock { $0 += 1 } }
}
