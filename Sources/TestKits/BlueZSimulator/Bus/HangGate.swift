import Synchronization

/// Holds what wants an answer of a daemon that hangs.
///
/// It holds as many as the bus module's limit of calls under way lets in.
final class HangGate: Sendable {
    private struct State {
        var isHanging = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until the daemon answers again.
    func pass() async {
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isHanging { state.waiting.append(continuation) }
                return !state.isHanging
            }
            if passes { continuation.resume() }
        }
    }

    /// The daemon hangs, or goes on.
    func set(_ isHanging: Bool) {
        let free = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isHanging = isHanging
            guard !isHanging else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in free { continuation.resume() }
    }
}

/// The clock that drives a simulation: how much simulated time has passed, and how to wait for more.
package struct SimulationClock: Sendable {
    /// Simulated time since the clock was made.
    package let now: @Sendable () -> Duration
    /// Waits for a simulated time since the clock was made.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// Makes a clock that starts now.
    ///
    /// - Parameters:
    ///   - clock: Where real time comes from.
    ///   - speed: Simulated seconds in a real one, above 0.
    package init<C: Clock>(_ clock: C, speed: Double = 1) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) * speed }
        // The small surplus keeps rounding from waking the caller just before its time.
        sleep = { time in
            try await clock.sleep(until: start.advanced(by: time / speed + .microseconds(100)), tolerance: nil)
        }
    }
}
