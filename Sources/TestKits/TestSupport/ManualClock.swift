import Synchronization

/// A clock that stands still until a test moves it, so that no test sleeps.
///
/// A sleeper wakes when ``advance(by:)`` reaches its deadline, the earliest first. ``sleepers(atLeast:)`` lets a test wait
/// until the code under test has come to its pause.
public final class ManualClock: Clock, Sendable {
    /// A time on the clock.
    public struct Instant: InstantProtocol {
        /// How long after the clock's start.
        public let offset: Duration

        /// Makes a time.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// A later time, or an earlier one.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How far away another time is.
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

        /// Takes out the watchers who have seen enough sleepers.
        mutating func satisfied() -> [Watcher] {
            let count = sleepers.count
            defer { watchers.removeAll { $0.count <= count } }
            return watchers.filter { $0.count <= count }
        }
    }

    private let state = Mutex(State())

    /// Makes a clock at zero.
    public init() {}

    /// The time that the test has set.
    public var now: Instant { state.withLock(\.now) }

    /// The smallest step.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many sleep now.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Sleeps until a test moves the clock to the deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
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

    /// Moves the clock forward and wakes everybody whose deadline is reached, in the order of the deadlines.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(.zero, duration))
            let now = state.now
            defer { state.sleepers.removeAll { $0.deadline <= now } }
            return state.sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns when at least this many sleep.
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

/// Waits until something holds, half a minute at most, without sleeping.
package func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        await Task.yield()
    }
    throw NeverHappened(what: what)
}

/// What a test waited for did not come.
package struct NeverHappened: Error {
    /// What was waited for.
    package let what: String

    /// Names what was waited for.
    package init(what: String) {
        self.what = what
    }
}
