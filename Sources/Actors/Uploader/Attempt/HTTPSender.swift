internal import Curl
internal import DeliveryRules
internal import Synchronization

/// Sends destinations' requests, each by its destination's transport.
package struct HTTPSender: Sendable {
    let transports: DestinationTransports
    /// The whole time of a request.
    let timeout: Duration
    /// Counts the requests.
    let sent = RequestCount()

    /// Whether a request's whole timeout still fits in work's lease.
    func fits(_ held: HeldItem, now: BootInstant) -> Bool {
        held.budget.mayStart(now: now, requestTimeout: timeout)
    }

    /// The answer, and whether the request certainly left only once.
    package struct Sent: Sendable {
        /// The answer.
        package let reply: DestinationReply
        /// Whether it was sent once only.
        package let wasSentOnce: Bool

        /// Whether the destination may have the record although the answer does not confirm it.
        ///
        /// - Parameters:
        ///   - meaning: What the answer means for the record.
        ///   - status: The status.
        ///   - destination: The destination, whose settings may name further answers that accept nothing.
        func mayHaveArrived(_ meaning: AnswerClass, status: Int, at destination: any Destination) -> Bool {
            // A proxy also answers 503 if the server's connection broke during the request.
            let told = reply.isCutOffByProxy ? 502 : status
            return !reply.wroteNothing
                && meaning.mayHaveArrived(status: told, wasSentOnce: wasSentOnce, refused: destination.refusedStatuses)
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The destination.
    ///   - mayReuseConnection: False for what must not arrive twice.
    /// - Throws: `CurlError` if there is no answer.
    func send(
        _ request: DestinationRequest,
        to destination: any Destination,
        mayReuseConnection: Bool
    ) async throws(CurlError) -> Sent {
        sent.add()
        return try await transports[destination].send(
            request,
            mayReuseConnection: mayReuseConnection,
            timeout: timeout
        )
    }
}

/// The number of requests in an attempt; they count against the session's rate.
final class RequestCount: Sendable {
    private let value = Mutex(0)

    /// The number so far.
    var count: Int { value.withLock { $0 } }

    /// Notes one more.
    func add() { value.withLock { $0 += 1 } }
}
