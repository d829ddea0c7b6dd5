import Synchronization

/// A clock that only moves when a test advances it, so that no test sleeps.
///
/// A sleeper wakes when ``advance(by:)`` reaches its deadline, the earliest first. With ``sleepers(atLeast:)`` a test
/// waits until the code under test sleeps.
public final class ManualClock: Clock, Sendable {
    /// A time on a ``ManualClock``.
    public struct Instant: InstantProtocol {
        /// The offset from the start of the clock.
        public let offset: Duration

        /// Creates a time at an offset from the start.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The time after a duration, or before it if negative.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The duration to another time.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether a time is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: UInt64
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        /// Removes and returns the watchers whose number of sleepers is reached.
        mutating func satisfied() -> [Watcher] {
            let count = sleepers.count
            defer { watchers.removeAll { $0.count <= count } }
            return watchers.filter { $0.count <= count }
        }
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The time set by the test.
    public var now: Instant { state.withLock(\.now) }

    /// The smallest step, one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of current sleepers.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Sleeps until a test moves the clock to the deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                self.add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            self.cancel(id)
        }
    }

    /// Moves the clock forward and wakes the sleepers whose deadline is reached, in deadline order.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(.zero, duration))
            let now = state.now
            defer { state.sleepers.removeAll { $0.deadline <= now } }
            return state.sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until there are at least this many sleepers.
    public func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isSatisfied = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isSatisfied { continuation.resume() }
        }
    }

    private func add(_ sleeper: Sleeper) {
        let (outcome, watchers) = state.withLock { state -> (Result<Void, any Error>?, [Watcher]) in
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            if sleeper.deadline <= state.now { return (.success(()), []) }
            state.sleepers.append(sleeper)
            return (nil, state.satisfied())
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
        for watcher in watchers { watcher.continuation.resume() }
    }

    private func cancel(_ id: UInt64) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}

extension Task where Failure == any Error {
    /// The task's result; cancelling the waiting task, for example by a test's time limit, cancels this task too.
    package var outcome: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}
