package import Curl
internal import DeliveryRules

/// Carries requests to a destination.
///
/// Every request of a destination goes through its one transport: records, look-ups, images and questions about
/// credentials.
package protocol DestinationTransport: Sendable {
    /// Carries a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - mayReuseConnection: False for what must not arrive twice: libcurl sends again by itself when a kept
    ///     connection dies, and the first time goes unnoticed.
    ///   - timeout: The whole time, whatever is asked on the way: nothing of the request arrives after it.
    /// - Throws: `CurlError` if there is no answer; its `possiblySent` is false only if nothing can have arrived.
    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool,
        timeout: Duration
    ) async throws(CurlError) -> HTTPSender.Sent
}

/// Requests over HTTP, as they are.
struct CurlTransport: DestinationTransport {
    /// The largest answer that is read.
    private static let answerLimit = 4 << 20

    let curl: CurlClient

    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool,
        timeout: Duration
    ) async throws(CurlError) -> HTTPSender.Sent {
        var headers = CurlHeaders()
        for header in request.headers { headers.add(header.value, for: header.name) }
        let response = try await curl.perform(
            CurlRequest(
                request.method,
                url: request.url,
                headers: headers,
                body: request.body.map(CurlBody.bytes) ?? .none,
                timeout: timeout,
                maximumResponseBytes: Self.answerLimit,
                mayReuseConnection: mayReuseConnection,
                identity: request.identity
            )
        )
        let reply = DestinationReply(
            status: response.status,
            retryAfter: response.headers["Retry-After"].map {
                RetryAfter.relative($0, to: response.headers["Date"])
            },
            body: response.body
        )
        return HTTPSender.Sent(reply: reply, wasSentOnce: response.sendAttempts <= 1)
    }
}

/// The one transport of each destination.
struct DestinationTransports: Sendable {
    private let http: any DestinationTransport
    private let own: [String: any DestinationTransport]

    /// Asks each destination for its transport, once.
    init(_ destinations: [String: any Destination], http: any DestinationTransport) {
        self.http = http
        own = destinations.mapValues { $0.transport(http) }
    }

    /// A destination's transport.
    subscript(_ destination: any Destination) -> any DestinationTransport { own[destination.name] ?? http }
}
