public import FoundationEssentials
import Synchronization

/// A bus client's sources of time, ids and waiting; tests pass their own.
public struct BusEnvironment: Sendable {
    /// The wall clock, rounded to the millisecond like the times of messages and stores.
    ///
    /// A time in memory thus equals the same time after a message, a store or a restart, and comparisons agree.
    public let now: @Sendable () -> Date
    /// The wall clock for patience: while the clock is set back, it continues from the last time that was asked for.
    ///
    /// It is only comparable with itself, in one process.
    public let steady: @Sendable () -> Date
    /// A new message id, UUIDv7.
    public let newID: @Sendable () -> String
    /// The clock for deadlines and pauses.
    public let clock: any Clock<Duration>

    /// Creates an environment.
    ///
    /// - Parameter now: The wall clock, with any fraction of a second.
    public init(
        now: @escaping @Sendable () -> Date,
        newID: @escaping @Sendable () -> String,
        clock: any Clock<Duration>
    ) {
        let wall: @Sendable () -> Date = { Self.rounded(now()) }
        let forward = ForwardTime()
        self.now = wall
        steady = { forward.time(wall) }
        self.newID = newID
        self.clock = clock
    }

    private static func rounded(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
}

/// A time that never goes back, whatever the wall clock does.
private final class ForwardTime: Sendable {
    private struct State {
        var last: Date?
        /// By how many seconds the wall clock was set back so far.
        var behind: TimeInterval = 0
    }

    private let state = Mutex(State())

    /// The time after all earlier ones.
    func time(_ wall: @Sendable () -> Date) -> Date {
        // Asked inside the lock: of two threads, the later one could otherwise bring the earlier time.
        state.withLock { state in
            let now = wall()
            if let last = state.last, now < last { state.behind += last.timeIntervalSince(now) }
            state.last = now
            return now.addingTimeInterval(state.behind)
        }
    }
}
