import FoundationEssentials
import Synchronization

/// The waiting requests of a server, the number in progress, and when the next refusal is logged.
final class RequestDesk: Sendable {
    /// The limit of refusals in flight; those of a flood beyond it are dropped.
    static let refusalLimit = 64
    /// How long one kind of refusal is not logged again, in seconds.
    static let silence = 10.0

    private struct State {
        var waiting: WaitingRequests
        var workers = 0
        var refusals = 0
        var told: [String: (at: Date, count: Int)] = [:]
        var isClosed = true
    }

    private let state: Mutex<State>
    private let workerLimit: Int

    init(workers: Int, limits: WaitingRequests.Limits = WaitingRequests.Limits()) {
        workerLimit = workers
        state = Mutex(State(waiting: WaitingRequests(limits)))
    }

    /// Queues a request.
    ///
    /// - Returns: The request that is refused for it, if any, and whether one more worker must start.
    func add(_ message: BusMessage) -> (refused: BusMessage?, needsWorker: Bool) {
        state.withLock { state in
            guard !state.isClosed else { return (nil, false) }
            let refused = state.waiting.add(message)
            guard state.workers < workerLimit else { return (refused, false) }
            state.workers += 1
            return (refused, true)
        }
    }

    /// The next request for a worker; nil ends the worker.
    func next() -> BusMessage? {
        state.withLock { state in
            if let message = state.waiting.next() { return message }
            state.workers -= 1
            return nil
        }
    }

    /// Records whether a client received an answer at a reply topic.
    func note(_ topic: String, receipt: PublishReceipt) {
        state.withLock { $0.waiting.note(topic, isTaken: receipt == .delivered) }
    }

    /// Whether another refusal may be sent now; it must be followed by ``endRefusal()``.
    func beginRefusal() -> Bool {
        state.withLock { state in
            guard state.refusals < Self.refusalLimit else { return false }
            state.refusals += 1
            return true
        }
    }

    func endRefusal() { state.withLock { $0.refusals -= 1 } }

    /// Counts a kind of refusal; returns the number if it is time to log it.
    func told(_ kind: String, at now: Date) -> Int? {
        state.withLock { state in
            let last = state.told[kind]
            let count = (last?.count ?? 0) + 1
            if let last, abs(now.timeIntervalSince(last.at)) < Self.silence {
                state.told[kind] = (last.at, count)
                return nil
            }
            state.told[kind] = (now, 0)
            return count
        }
    }

    /// Allows requests to wait from now on.
    func open() { state.withLock { $0.isClosed = false } }

    /// Drops the waiting requests; those in progress continue.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting.removeAll()
        }
    }
}
