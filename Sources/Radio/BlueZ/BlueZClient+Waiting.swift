internal import DBus

extension BlueZClient {
    /// Waits until the mirror is as wanted.
    ///
    /// - Throws: What the condition throws, ``BlueZError`` with code `timeout`, or `CancellationError`.
    func wait(
        atMost timeout: Duration,
        for what: String,
        until condition: @escaping (ObjectCache) throws -> Bool
    ) async throws {
        try Task.checkCancellation()
        if try condition(cache) { return }
        let id = nextID()
        let clock = clock
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Races with the signals on purpose; whoever comes first ends the wait.
                let timer = Task {
                    guard (try? await clock.sleep(for: timeout)) != nil else { return }
                    endWait(id, .failure(BlueZError(.timeout, "\(what) took too long.")))
                }
                waiters[id] = CacheWaiter(condition: condition, continuation: continuation, timer: timer)
            }
        } onCancel: {
            // A handler cannot wait, so the end of the wait runs by itself.
            Task { await self.endWait(id, .failure(CancellationError())) }
        }
    }

    func checkWaiters() {
        for (id, waiter) in waiters {
            do {
                if try waiter.condition(cache) { endWait(id, .success(())) }
            } catch {
                endWait(id, .failure(error))
            }
        }
    }

    func endWait(_ id: Int, _ result: Result<Void, any Error>) {
        guard let waiter = waiters.removeValue(forKey: id) else { return }
        waiter.timer.cancel()
        waiter.continuation.resume(with: result)
    }

    /// Runs work that holds the device's turn; others wait in order.
    func withTurn<Value: Sendable>(
        at device: DBusObjectPath,
        _ work: () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { deviceLocks.acquire(device, id: id, $0) }
        } onCancel: {
            // A handler cannot wait, so the end of the wait runs by itself.
            Task { await self.cancelTurn(at: device, id) }
        }
        defer { deviceLocks.release(device) }
        return try await work()
    }

    private func cancelTurn(at device: DBusObjectPath, _ id: Int) {
        deviceLocks.cancel(device, id: id)
    }
}
