import Synchronization

/// Holds calls while the simulated daemon hangs.
///
/// The bus module's limit of concurrent calls bounds how many it holds.
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

    /// Starts or ends a hang of the daemon.
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

/// The clock that drives a simulation: returns the simulated time and waits for a later one.
package struct SimulationClock: Sendable {
    /// Simulated time since the clock was made.
    package let now: @Sendable () -> Duration
    /// Waits until a simulated time, counted from the creation of the clock.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// Creates a clock that starts now.
    ///
    /// - Parameters:
    ///   - clock: The source of real time.
    ///   - speed: Simulated seconds per real second, above 0.
    package init<C: Clock>(_ clock: C, speed: Double = 1) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) * speed }
        // The small surplus prevents rounding from waking the caller too early.
        sleep = { time in
            try await clock.sleep(until: start.advanced(by: time / speed + .microseconds(100)), tolerance: nil)
        }
    }
}
