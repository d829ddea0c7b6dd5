import Synchronization

/// A gate that opens once: all waiters continue, and later callers do not wait.
package final class WakeUpAll: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates a closed gate.
    package init() {}

    /// Whether the gate is open.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError`.
    package func wait() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isOpen = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.isOpen { return true }
                    if Task.isCancelled { return false }
                    state.waiters[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(returning: false)
        }
        if !isOpen { throw CancellationError() }
    }
}
