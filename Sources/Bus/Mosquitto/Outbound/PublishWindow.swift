import DequeModule

/// The publishes in the library, and those that wait for their turn; a pure value.
///
/// The library has an unbounded list, so it only gets a window of publishes.
package struct PublishWindow<Request> {
    /// The decision about a new request.
    package enum Admission: Equatable {
        /// Pass it to the library now.
        case send
        /// Let it wait for its turn.
        case wait
        /// Refuse it, because the queue is full.
        case refuse
    }

    private let limit: Int
    private let waitingLimit: Int
    private var order: Deque<UInt64> = []
    private var waiting: [UInt64: Request] = [:]
    private var inFlight: [Int32: UInt64] = [:]
    private var sent: [UInt64: Request] = [:]

    package init(limit: Int, waitingLimit: Int) {
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    /// Whether no request is in flight or waiting.
    package var isEmpty: Bool { inFlight.isEmpty && waiting.isEmpty }

    /// The number of requests that wait for their turn.
    package var waitingCount: Int { waiting.count }

    /// Whether a request waits for the broker's answer.
    package var isAnswerDue: Bool { !inFlight.isEmpty }

    /// Whether a waiting request could be sent now.
    package var canAdmit: Bool { inFlight.count < limit && !waiting.isEmpty }

    /// Admits a new request.
    package mutating func admit(_ id: UInt64, request: Request) -> Admission {
        if waiting.isEmpty && inFlight.count < limit { return .send }
        guard waiting.count < waitingLimit else { return .refuse }
        waiting[id] = request
        order.append(id)
        return .wait
    }

    /// Removes the longest waiting request if there is room for it.
    package mutating func next() -> (id: UInt64, request: Request)? {
        guard inFlight.count < limit else { return nil }
        while let id = order.popFirst() {
            // Cancelled requests leave their id in the list.
            if let request = waiting.removeValue(forKey: id) { return (id, request) }
        }
        return nil
    }

    /// Records that the library accepted a request and gave it a message id.
    package mutating func handedOver(_ id: UInt64, request: Request, messageID: Int32) {
        inFlight[messageID] = id
        sent[id] = request
    }

    /// Handles the broker's answer; `nil` if the request was cancelled meanwhile or is unknown.
    package mutating func answered(messageID: Int32) -> Request? {
        inFlight.removeValue(forKey: messageID).flatMap { sent.removeValue(forKey: $0) }
    }

    /// Removes a request whose caller no longer waits.
    ///
    /// A request that is already in the library keeps its place in the window until its answer arrives.
    package mutating func cancel(_ id: UInt64) -> (request: Request, wasSent: Bool)? {
        if let request = waiting.removeValue(forKey: id) {
            compact()
            return (request, false)
        }
        return sent.removeValue(forKey: id).map { ($0, true) }
    }

    /// Empties the window when the connection ends.
    package mutating func removeAll() -> (sent: [Request], waiting: [Request]) {
        defer { self = PublishWindow(limit: limit, waitingLimit: waitingLimit) }
        return (inFlight.values.sorted().compactMap { sent[$0] }, order.compactMap { waiting[$0] })
    }

    /// Drops the ids of cancelled requests if they are more than half.
    private mutating func compact() {
        guard order.count > 2 * waiting.count + 64 else { return }
        order.removeAll { waiting[$0] == nil }
    }
}
