import OrderedCollections

/// The wanted filters, the confirmed ones, and the requests that wait for a confirmation; a pure value.
package struct SubscriptionBook: Sendable {
    /// The next step after a change.
    package enum Step: Equatable {
        /// Every filter of the request is in force.
        case finish(request: UInt64)
        /// The broker refused a filter of the request, and it is forgotten.
        case fail(request: UInt64, filter: String, reason: ReasonCode)
        /// The broker refused a filter that was in force on an earlier connection; it stays.
        case report(filter: String, reason: ReasonCode)
    }

    private var wanted: OrderedDictionary<String, TopicSubscription> = [:]
    private var filters: [Int32: String] = [:]
    private var latest: [String: Int32] = [:]
    private var confirmed: Set<String> = []
    private var requests: OrderedDictionary<UInt64, Set<String>> = [:]

    package init() {}

    /// Every filter to subscribe on a new connection, in the order they were first wanted.
    package var all: [TopicSubscription] { Array(wanted.values) }

    /// Whether a SUBACK is due.
    package var isAnswerDue: Bool { !filters.isEmpty }

    /// Adds a request, whose filters must be sent if there is a connection.
    package mutating func add(_ subscriptions: [TopicSubscription], request: UInt64) {
        for subscription in subscriptions {
            wanted[subscription.filter] = subscription
        }
        requests[request] = Set(subscriptions.map(\.filter))
    }

    /// Records that a SUBSCRIBE for a filter was sent.
    package mutating func sent(_ filter: String, messageID: Int32) {
        filters[messageID] = filter
        latest[filter] = messageID
    }

    /// Handles a SUBACK.
    package mutating func answered(messageID: Int32, reason: ReasonCode) -> [Step] {
        guard let filter = filters.removeValue(forKey: messageID) else { return [] }
        // An older answer for a filter that was sent again is ignored.
        guard latest[filter] == messageID else { return [] }
        latest[filter] = nil
        return reason.isFailure ? refused(filter, reason: reason) : settled(filter, isConfirmed: true)
    }

    /// Forgets filters, and finishes requests that waited only for them.
    package mutating func remove(_ removed: [String]) -> [Step] {
        removed.flatMap { filter in
            wanted[filter] = nil
            latest[filter] = nil
            confirmed.remove(filter)
            return settled(filter, isConfirmed: false)
        }
    }

    /// Records that the caller no longer waits for a request; its filters stay wanted.
    package mutating func cancel(request: UInt64) -> Bool {
        requests.removeValue(forKey: request) != nil
    }

    /// Records the end of the connection, so that every filter will be sent again.
    package mutating func connectionEnded() {
        filters = [:]
        latest = [:]
    }

    /// Gives up every request.
    package mutating func removeRequests() -> [UInt64] {
        defer { requests = [:] }
        return Array(requests.keys)
    }

    private mutating func settled(_ filter: String, isConfirmed: Bool) -> [Step] {
        if isConfirmed { confirmed.insert(filter) }
        var finished: [Step] = []
        for id in requests.keys where requests[id]?.remove(filter) != nil && requests[id]?.isEmpty == true {
            finished.append(.finish(request: id))
        }
        for case .finish(let id) in finished { requests[id] = nil }
        return finished
    }

    private mutating func refused(_ filter: String, reason: ReasonCode) -> [Step] {
        let losers = requests.filter { $0.value.contains(filter) }.keys
        for id in losers { requests[id] = nil }
        if !confirmed.contains(filter) { wanted[filter] = nil }
        guard losers.isEmpty else { return losers.map { .fail(request: $0, filter: filter, reason: reason) } }
        return confirmed.contains(filter) ? [.report(filter: filter, reason: reason)] : []
    }
}
