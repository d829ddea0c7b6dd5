internal import HeapModule
import Synchronization

/// The calls that wait for a reply, and one timer for all their deadlines.
///
/// A reply, a deadline and a cancellation may happen at once, on any threads; the first one ends the call.
final class PendingCalls: Sendable {
    /// One call.
    struct Call {
        let topic: String
        let timeout: Duration
        let continuation: CheckedContinuation<[UInt8], any Error>
    }

    private struct Deadline: Comparable {
        let due: Duration
        let id: String

        static func < (left: Deadline, right: Deadline) -> Bool { left.due < right.due }
    }

    private struct State {
        var calls: [String: Call] = [:]
        /// Those of ended calls are removed when they are due, or when they are the majority.
        var deadlines = Heap<Deadline>()
        var timer: (due: Duration, task: Task<Void, Never>)?
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    /// The time since the creation of this object.
    private let elapsed: @Sendable () -> Duration

    init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = Self.stopwatch(clock)
    }

    /// Registers a waiting call; false if it is already over, because the task is cancelled, or too many calls wait.
    func begin(_ id: String, call: Call) -> Bool {
        let due = elapsed() + call.timeout
        let error = state.withLock { state -> (any Error)? in
            // A later cancellation finds the call; an earlier one is detected here.
            if Task.isCancelled { return CancellationError() }
            guard state.calls.count < RequestClient.pendingLimit else {
                return BusError(.busy, message: "\(RequestClient.pendingLimit) calls are already waiting for a reply")
            }
            state.calls[id] = call
            state.deadlines.insert(Deadline(due: due, id: id))
            if state.deadlines.count > 2 * state.calls.count + 64 {
                let live = state.deadlines.unordered.filter { state.calls[$0.id] != nil }
                state.deadlines = Heap(live)
            }
            wake(at: due, state: &state)
            return nil
        }
        if let error { call.continuation.resume(throwing: error) }
        return error == nil
    }

    /// Ends a call with its reply; false if no call expects it.
    func answer(_ id: String, reply: [UInt8]) -> Bool {
        guard let call = state.withLock({ $0.calls.removeValue(forKey: id) }) else { return false }
        call.continuation.resume(returning: reply)
        return true
    }

    /// Ends a call with an error if it is waiting.
    func fail(_ id: String, error: any Error) {
        state.withLock { $0.calls.removeValue(forKey: id) }?.continuation.resume(throwing: error)
    }

    /// Ends every call with an error.
    func failAll(_ error: any Error) {
        let calls = state.withLock { state in
            defer { (state.calls, state.deadlines) = ([:], Heap()) }
            return state.calls.values
        }
        for call in calls { call.continuation.resume(throwing: error) }
    }

    /// Sets the timer for a time, unless it fires earlier anyway.
    private func wake(at due: Duration, state: inout State) {
        if let timer = state.timer, timer.due <= due { return }
        state.timer?.task.cancel()
        let wait = due - elapsed()
        let task = Task { [clock, weak self] in
            guard (try? await clock.sleep(for: wait)) != nil else { return }
            self?.fire(due)
        }
        state.timer = (due, task)
    }

    private func fire(_ due: Duration) {
        let over = state.withLock { state -> [Call] in
            // Another timer has taken this one's place.
            guard state.timer?.due == due else { return [] }
            state.timer = nil
            let now = max(elapsed(), due)
            var over: [Call] = []
            while let next = state.deadlines.min {
                guard state.calls[next.id] != nil else {
                    _ = state.deadlines.popMin()
                    continue
                }
                guard next.due <= now else {
                    wake(at: next.due, state: &state)
                    break
                }
                _ = state.deadlines.popMin()
                if let call = state.calls.removeValue(forKey: next.id) { over.append(call) }
            }
            return over
        }
        for call in over {
            let text = "no reply on \(call.topic) within \(call.timeout)"
            call.continuation.resume(throwing: BusError(.deadlineExceeded, message: text))
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
