internal import DequeModule
import Synchronization

/// A lock that a task holds while it is suspended, first come first served.
///
/// A caller that is cancelled while it waits gets an error instead of the lock, so that its body never runs
/// concurrently with the holder's.
public final class AsyncLock: Sendable {
    private struct Waiter {
        let id: UInt64
        /// Resumed with true once it has the lock, or with false.
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isHeld = false
        var waiters: Deque<Waiter> = []
        var nextID: UInt64 = 0

        mutating func takeIfFree() -> Bool {
            guard !isHeld else { return false }
            isHeld = true
            return true
        }
    }

    private let state = Mutex(State())

    /// Creates an unlocked lock.
    public init() {}

    /// Runs a body while holding the lock.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before its turn, and the body's error.
    public func withLock<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard await take() else { throw CancellationError() }
        defer { release() }
        return try await body()
    }

    /// Runs a body if the lock is free; nil if it is held.
    public func withLockIfFree<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value? {
        guard state.withLock({ $0.takeIfFree() }) else { return nil }
        defer { release() }
        return try await body()
    }

    /// Takes the lock after all present waiters, and never releases it, so that no further body runs.
    public func close() async {
        // In a separate task, because the end of a process cancels the caller.
        _ = await Task { await self.take() }.value
    }

    private func take() async -> Bool {
        let id = state.withLock { state -> UInt64 in
            defer { state.nextID &+= 1 }
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.takeIfFree() { return true }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiter? in
            guard let next = state.waiters.popFirst() else {
                state.isHeld = false
                return nil
            }
            return next
        }
        next?.continuation.resume(returning: true)
    }
}
