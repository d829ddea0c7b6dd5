import Synchronization

/// A latch that wakes one waiting loop; several signals without a waiter count as one.
public final class WakeUp: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates a latch that is not set.
    public init() {}

    /// Wakes the waiting loop, or the next one that waits.
    public func signal() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.isSet = true
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    /// Waits for a signal, cancellation, or a time limit, whichever comes first.
    public func wait(atMost limit: Duration, clock: any Clock<Duration>) async {
        let timer = Task {
            try await clock.sleep(for: limit)
            signal()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSet = state.withLock { state -> Bool in
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isSet { continuation.resume() }
            }
        } onCancel: {
            signal()
        }
        timer.cancel()
    }
}
