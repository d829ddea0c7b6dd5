import CMosquitto

extension MosquittoConnection {
    /// Subscribes to filters and waits until the broker has confirmed each.
    ///
    /// The filters are subscribed again on every later connection. Without a connection the call waits for one. When the
    /// task is cancelled only the waiting ends: the filters stay wanted until ``unsubscribe(_:)``.
    ///
    /// - Parameter subscriptions: The filters; one that is subscribed already gets the new options.
    /// - Throws: ``MosquittoError``: `invalidTopic` (nothing was sent), `rejected` with the broker's reason code and the
    ///   filter it refused, which is forgotten while the others stay; `closed`. `CancellationError`.
    public func subscribe(_ subscriptions: [TopicSubscription]) async throws {
        for subscription in subscriptions {
            try TopicRules.checkFilter(subscription)
        }
        try Task.checkCancellation()
        guard !subscriptions.isEmpty else { return }
        let request = nextRequest()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(subscriptions, request, continuation)
            }
        } onCancel: {
            later { $0.cancelSubscribe(request) }
        }
    }

    /// Ends subscriptions and waits for the broker's answer; without a connection it returns at once.
    ///
    /// Messages that are on their way still come.
    ///
    /// - Parameters:
    ///   - filters: The filters as they were subscribed; unknown ones do no harm.
    ///   - isNeeded: Asked of each filter when its turn comes, in order with ``subscribe(_:)``: one that is wanted again by
    ///     then stays.
    /// - Throws: ``MosquittoError`` with code `invalidTopic`. `CancellationError`; the filters are ended all the same.
    public func unsubscribe(
        _ filters: [String],
        unless isNeeded: @Sendable (String) -> Bool = { _ in false }
    ) async throws {
        for filter in filters {
            try TopicRules.checkFilter(TopicSubscription(filter))
        }
        var failure: (any Error)?
        for filter in filters where !isNeeded(filter) {
            carryOut(subscriptions.remove([filter]))
            do { try await unsubscribe(filter) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Sends SUBSCRIBE for one filter.
    func sendSubscribe(_ subscription: TopicSubscription, on link: Link) {
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
        subscriptions.sent(subscription.filter, messageID: messageID)
    }

    /// Tells who waits what the book says.
    func carryOut(_ steps: [SubscriptionBook.Step]) {
        for step in steps {
            switch step {
            case .finish(let request): subscribers.removeValue(forKey: request)?.resume()
            case .fail(let request, let filter, let reason):
                subscribers.removeValue(forKey: request)?.resume(throwing: Self.refusal(filter, reason))
            case .report(let filter, let reason):
                eventSink.yield(.subscriptionRefused(filter: filter, Self.refusal(filter, reason)))
            }
        }
    }

    /// Fails everybody who waits for a subscription, because there will be no connection any more.
    func failSubscribes() {
        for request in subscriptions.removeRequests() {
            let error = MosquittoError(.closed, "MQTT subscribe: the connection was closed.")
            subscribers.removeValue(forKey: request)?.resume(throwing: error)
        }
    }

    /// An unsubscribe has its answer, or needs none any more.
    func unsubscribeFinished(_ request: UInt64) {
        unsubscribers.removeValue(forKey: request)?.resume()
    }

    /// The broker has forgotten us with every subscription: nobody needs to wait.
    func finishUnsubscribes() {
        let requests = unsubscribes.values
        unsubscribes = [:]
        for request in requests { unsubscribeFinished(request) }
    }

    private static func refusal(_ filter: String, _ reason: ReasonCode) -> MosquittoError {
        MosquittoError(.rejected, action: "MQTT subscribe to '\(filter)'", reason: reason)
    }

    private func add(
        _ added: [TopicSubscription],
        _ request: UInt64,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        guard phase != .closed, departure == nil else {
            return continuation.resume(throwing: MosquittoError(.closed, "MQTT subscribe: the connection was closed."))
        }
        subscribers[request] = continuation
        subscriptions.add(added, request: request)
        guard let link, phase == .connected else { return }
        for subscription in added {
            sendSubscribe(subscription, on: link)
        }
        pump()
    }

    private func cancelSubscribe(_ request: UInt64) {
        guard subscriptions.cancel(request: request) else { return }
        subscribers.removeValue(forKey: request)?.resume(throwing: CancellationError())
    }

    private func unsubscribe(_ filter: String) async throws {
        guard phase == .connected, link != nil, departure == nil else { return }
        let request = nextRequest()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sendUnsubscribe(filter, request, continuation)
            }
        } onCancel: {
            later { $0.cancelUnsubscribe(request) }
        }
    }

    private func sendUnsubscribe(
        _ filter: String,
        _ request: UInt64,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        var messageID: Int32 = 0
        guard let link,
            mosquitto_unsubscribe_v5(link.handle.pointer, &messageID, filter, nil) == MOSQ_ERR_SUCCESS.rawValue
        else {
            return continuation.resume()
        }
        unsubscribes[messageID] = request
        unsubscribers[request] = continuation
        pump()
    }

    private func cancelUnsubscribe(_ request: UInt64) {
        unsubscribers.removeValue(forKey: request)?.resume(throwing: CancellationError())
    }
}
