extension MosquittoConnection {
    /// Subscribes to filters and waits until the broker has confirmed each.
    ///
    /// The filters are subscribed again on every later connection. Without a connection the call waits for one.
    /// Cancelling the task ends only the waiting: the filters stay wanted until ``unsubscribe(_:)``.
    ///
    /// - Parameter subscriptions: The filters; one that is already subscribed gets the new options.
    /// - Throws: ``MosquittoError``: `invalidTopic` (nothing was sent), `rejected` with the broker's reason code and
    ///   the refused filter, which is forgotten while the others stay; `closed`. `CancellationError`.
    public func subscribe(_ subscriptions: [TopicSubscription]) async throws {
        for subscription in subscriptions {
            try TopicRules.checkFilter(subscription)
        }
        try Task.checkCancellation()
        guard !subscriptions.isEmpty else { return }
        let request = subscribing.nextRequest()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                add(subscriptions, request: request, waiter: waiter)
            }
        } onCancel: {
            later { $0.subscribing.cancelAdding(request) }
        }
    }

    /// Ends subscriptions and waits for the broker's answer; without a connection it returns at once.
    ///
    /// Messages in transit still arrive.
    ///
    /// - Parameters:
    ///   - filters: The filters as they were subscribed; unknown ones are ignored.
    ///   - isNeeded: Asked of each filter when its turn comes, in order with ``subscribe(_:)``; a filter that is wanted
    ///     again by then stays.
    /// - Throws: ``MosquittoError`` with code `invalidTopic`. `CancellationError`; the filters are removed anyway.
    public func unsubscribe(
        _ filters: [String],
        unless isNeeded: @Sendable (String) -> Bool = { _ in false }
    ) async throws {
        for filter in filters {
            try TopicRules.checkFilter(TopicSubscription(filter))
        }
        var failure: (any Error)?
        for filter in filters where !isNeeded(filter) {
            subscribing.forget(filter)
            do { try await unsubscribe(filter) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func add(
        _ added: [TopicSubscription],
        request: UInt64,
        waiter: CheckedContinuation<Void, any Error>
    ) {
        guard phase != .closed, departure == nil else { return waiter.resume(throwing: SubscriptionDesk.closed) }
        subscribing.add(added, as: request, over: phase == .connected ? link : nil, waiter: waiter)
        if phase == .connected { pump() }
    }

    private func unsubscribe(_ filter: String) async throws {
        guard phase == .connected, link != nil, departure == nil else { return }
        let request = subscribing.nextRequest()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if subscribing.sendRemoval(of: filter, as: request, over: link, waiter: waiter) { pump() }
            }
        } onCancel: {
            later { $0.subscribing.cancelRemoval(request) }
        }
    }
}
