import CMosquitto

/// A connection's filters: sends SUBSCRIBE and UNSUBSCRIBE, and passes the broker's answers to the waiting calls.
///
/// It never leaves its connection's actor.
final class SubscriptionDesk {
    private let eventSink: AsyncStream<ConnectionEvent>.Continuation
    private var book = SubscriptionBook()
    private var lastRequest: UInt64 = 0
    private var subscribers: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    private var unsubscribes: [Int32: UInt64] = [:]
    private var unsubscribers: [UInt64: CheckedContinuation<Void, any Error>] = [:]

    init(_ eventSink: AsyncStream<ConnectionEvent>.Continuation) {
        self.eventSink = eventSink
    }

    /// Whether a SUBACK or an UNSUBACK is due.
    var isAnswerDue: Bool { book.isAnswerDue || !unsubscribes.isEmpty }

    /// How many calls wait for a subscription.
    var waitingCount: Int { subscribers.count }

    /// Creates a number for a call.
    func nextRequest() -> UInt64 {
        lastRequest += 1
        return lastRequest
    }

    /// Adds filters, and sends them if the broker has accepted the link.
    func add(
        _ subscriptions: [TopicSubscription],
        as request: UInt64,
        over link: Link?,
        waiter: CheckedContinuation<Void, any Error>
    ) {
        subscribers[request] = waiter
        book.add(subscriptions, request: request)
        guard let link else { return }
        for subscription in subscriptions { send(subscription, over: link) }
    }

    /// Sends every wanted filter on a new connection.
    func sendAll(over link: Link) {
        for subscription in book.all { send(subscription, over: link) }
    }

    /// Handles a SUBACK.
    func answered(_ messageID: Int32, reason: ReasonCode) {
        carryOut(book.answered(messageID: messageID, reason: reason))
    }

    /// Records that the caller no longer waits for its filters, which stay wanted.
    func cancelAdding(_ request: UInt64) {
        guard book.cancel(request: request) else { return }
        subscribers.removeValue(forKey: request)?.resume(throwing: CancellationError())
    }

    /// Forgets a filter, so that no later connection sends it.
    func forget(_ filter: String) {
        carryOut(book.remove([filter]))
    }

    /// Sends UNSUBSCRIBE for a filter; waiting calls return at once if the connection breaks.
    ///
    /// - Returns: Whether the library has something new to write.
    func sendRemoval(
        of filter: String,
        as request: UInt64,
        over link: Link?,
        waiter: CheckedContinuation<Void, any Error>
    ) -> Bool {
        var messageID: Int32 = 0
        guard let link,
            mosquitto_unsubscribe_v5(link.handle.pointer, &messageID, filter, nil) == MOSQ_ERR_SUCCESS.rawValue
        else {
            waiter.resume()
            return false
        }
        unsubscribes[messageID] = request
        unsubscribers[request] = waiter
        return true
    }

    /// Handles an UNSUBACK.
    func removalAnswered(_ messageID: Int32) {
        guard let request = unsubscribes.removeValue(forKey: messageID) else { return }
        unsubscribers.removeValue(forKey: request)?.resume()
    }

    /// Records that the caller no longer waits for an UNSUBACK.
    func cancelRemoval(_ request: UInt64) {
        unsubscribers.removeValue(forKey: request)?.resume(throwing: CancellationError())
    }

    /// Handles the end of the connection: the broker has forgotten every subscription, so each is sent again, and no
    /// UNSUBACK will arrive.
    func connectionEnded() {
        book.connectionEnded()
        let requests = unsubscribes.values
        unsubscribes = [:]
        for request in requests { unsubscribers.removeValue(forKey: request)?.resume() }
    }

    /// Fails all calls that wait for a subscription, because there will be no further connection.
    func failAll() {
        for request in book.removeRequests() {
            subscribers.removeValue(forKey: request)?.resume(throwing: Self.closed)
        }
    }

    /// What a call gets that comes too late.
    static var closed: MosquittoError { MosquittoError(.closed, message: "MQTT subscribe: the connection was closed.") }

    private func send(_ subscription: TopicSubscription, over link: Link) {
        var messageID: Int32 = 0
        let result = mosquitto_subscribe_v5(
            link.handle.pointer,
            &messageID,
            subscription.filter,
            subscription.qos.rawValue,
            subscription.options,
            nil
        )
        // A call that fails here finds the connection broken: the filter goes out on the next one.
        guard result == MOSQ_ERR_SUCCESS.rawValue else { return }
        book.sent(subscription.filter, messageID: messageID)
    }

    private func carryOut(_ steps: [SubscriptionBook.Step]) {
        for step in steps {
            switch step {
            case .finish(let request): subscribers.removeValue(forKey: request)?.resume()
            case .fail(let request, let filter, let reason):
                subscribers.removeValue(forKey: request)?.resume(throwing: Self.refusal(filter, reason: reason))
            case .report(let filter, let reason):
                eventSink.yield(.subscriptionRefused(filter: filter, Self.refusal(filter, reason: reason)))
            }
        }
    }

    private static func refusal(_ filter: String, reason: ReasonCode) -> MosquittoError {
        MosquittoError(.rejected, action: "MQTT subscribe to '\(filter)'", reason: reason)
    }
}
