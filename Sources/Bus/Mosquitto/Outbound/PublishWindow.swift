import DequeModule

/// Which publishes the library has and which wait for their turn; pure.
///
/// The library keeps its own unbounded list, so it gets only a window.
package struct PublishWindow<Request> {
    /// What to do with a new request.
    package enum Admission: Equatable {
        /// Hand it over now.
        case send
        /// It waits for its turn.
        case wait
        /// The queue is full.
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

    /// Whether nothing is in flight and nothing waits.
    package var isEmpty: Bool { inFlight.isEmpty && waiting.isEmpty }

    /// How many requests wait for their turn.
    package var waitingCount: Int { waiting.count }

    /// Whether something waits for an answer of the broker.
    package var isAnswerDue: Bool { !inFlight.isEmpty }

    /// Whether a waiting request could go now.
    package var canAdmit: Bool { inFlight.count < limit && !waiting.isEmpty }

    /// Takes a new request in.
    package mutating func admit(_ id: UInt64, request: Request) -> Admission {
        if waiting.isEmpty && inFlight.count < limit { return .send }
        guard waiting.count < waitingLimit else { return .refuse }
        waiting[id] = request
        order.append(id)
        return .wait
    }

    /// Takes the longest waiting request out, if there is room for it.
    package mutating func next() -> (id: UInt64, request: Request)? {
        guard inFlight.count < limit else { return nil }
        while let id = order.popFirst() {
            // Cancelled requests leave their id behind.
            if let request = waiting.removeValue(forKey: id) { return (id, request) }
        }
        return nil
    }

    /// The library took a request and gave it a message id.
    package mutating func handedOver(_ id: UInt64, request: Request, messageID: Int32) {
        inFlight[messageID] = id
        sent[id] = request
    }

    /// The broker answered; `nil` when the request was cancelled meanwhile or is unknown.
    package mutating func answered(messageID: Int32) -> Request? {
        inFlight.removeValue(forKey: messageID).flatMap { sent.removeValue(forKey: $0) }
    }

    /// Removes a request whose caller no longer waits.
    ///
    /// One that the library has still fills its place in the window until its answer comes.
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

    /// Drops the ids of cancelled requests when they are more than half.
    private mutating func compact() {
        guard order.count > 2 * waiting.count + 64 else { return }
        order.removeAll { waiting[$0] == nil }
    }
}
