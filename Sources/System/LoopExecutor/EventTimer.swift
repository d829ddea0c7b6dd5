import Glibc

/// A timer of an event loop, one-shot or periodic.
///
/// Releasing it stops it. Time in system suspend does not count.
public final class EventTimer: Sendable {
    private let loop: EventLoop
    private let id: UInt64

    /// Starts a one-shot timer.
    ///
    /// - Parameters:
    ///   - delay: The delay; a negative one fires at once.
    ///   - loop: The loop that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    public init(after delay: Duration, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        let due = Self.now &+ Self.milliseconds(delay)
        id = loop.withTimers { $0.add(due: due, period: nil, handler) }
    }

    /// Starts a periodic timer, which first fires after one period.
    ///
    /// - Parameters:
    ///   - period: The time between two firings, at least a millisecond. Missed firings are skipped.
    ///   - loop: The loop that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    public init(every period: Duration, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        let period = max(1, Self.milliseconds(period))
        id = loop.withTimers { $0.add(due: Self.now &+ period, period: period, handler) }
    }

    /// Stops the timer; called on the loop's thread, no handler runs afterwards.
    public func cancel() {
        loop.withTimers { $0.remove(id) }
    }

    deinit {
        cancel()
    }

    /// The timers' clock, in milliseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Converts a duration to whole milliseconds, rounded up and limited to a century.
    private static func milliseconds(_ duration: Duration) -> Int64 {
        let parts = min(max(duration, .zero), .seconds(3_153_600_000)).components
        return parts.seconds * 1_000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

/// The timers of a loop, in an unsorted table because they are few.
struct Timers {
    private struct Timer {
        var due: Int64
        let period: Int64?
        let handler: @Sendable () -> Void
    }

    private var timers: [UInt64: Timer] = [:]
    private var lastID: UInt64 = 0

    mutating func add(due: Int64, period: Int64?, _ handler: @escaping @Sendable () -> Void) -> UInt64 {
        lastID += 1
        timers[lastID] = Timer(due: due, period: period, handler: handler)
        return lastID
    }

    mutating func remove(_ id: UInt64) { timers[id] = nil }

    /// The timeout for `poll`, in milliseconds; -1 for none.
    func timeout(now: Int64) -> Int32 {
        guard let next = timers.values.lazy.map(\.due).min() else { return -1 }
        return Int32(clamping: max(0, next &- now))
    }

    /// Removes the timer that was due first, or reschedules a periodic one, and returns its handler.
    mutating func next(now: Int64) -> (@Sendable () -> Void)? {
        let due = timers.lazy.filter { $0.value.due <= now }.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        guard let (id, timer) = due else { return nil }
        if let period = timer.period { timers[id]?.due = now &+ period } else { timers[id] = nil }
        return timer.handler
    }
}
