internal import DBus

/// Mirrors BlueZ's objects, and resumes callers that wait for a state of them.
@BlueZIsolation final class ObjectMirror {
    /// A caller that waits until the objects fulfil a condition.
    private struct Waiter {
        /// True once the wait is over; throws if it can never be fulfilled.
        let condition: (ObjectCache) throws -> Bool
        let continuation: CheckedContinuation<Void, any Error>
        /// Ends the wait when it takes too long.
        let timer: Task<Void, Never>
    }

    /// BlueZ's objects as they are now.
    var cache = ObjectCache()
    private var waiters: [Int: Waiter] = [:]
    private var lastID = 0
    /// The configured adapter's address; nil for the only one.
    private let adapterAddress: BluetoothAddress?
    private let clock: any Clock<Duration>

    nonisolated init(adapter: BluetoothAddress?, clock: any Clock<Duration>) {
        adapterAddress = adapter
        self.clock = clock
    }

    /// The configured adapter, or the only one.
    ///
    /// - Throws: ``BlueZError`` with code `serviceNotRunning`, `noAdapter` or `ambiguousAdapter`.
    func adapter() throws -> AdapterInfo { try cache.adapter(adapterAddress) }

    /// The device with an address, as the adapter knows it.
    ///
    /// - Throws: ``BlueZError`` with code `deviceGone`, or as ``adapter()``.
    func device(_ address: BluetoothAddress) throws -> DeviceInfo {
        guard let device = cache.device(address, adapter: try adapter().path) else {
            throw BlueZError(.deviceGone, message: "BlueZ does not know the device; it must be in range first.")
        }
        return device
    }

    /// Whether the configured adapter heard a device: reception by another adapter must not hide that this one is deaf.
    func isHeardByOurs(_ device: DeviceInfo) -> Bool {
        guard let wanted = adapterAddress, let path = device.adapter,
            let properties = cache.objects[path]?[BlueZName.Adapter.interface]
        else { return true }
        return AdapterInfo(path: path, properties: properties)?.address == wanted
    }

    /// Waits until the mirror fulfils a condition.
    ///
    /// - Throws: The condition's error, ``BlueZError`` with code `timeout`, or `CancellationError`.
    func wait(
        atMost timeout: Duration,
        for what: String,
        until condition: @escaping (ObjectCache) throws -> Bool
    ) async throws {
        try Task.checkCancellation()
        if try condition(cache) { return }
        lastID += 1
        let id = lastID
        let clock = clock
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Races with the signals on purpose; whichever comes first ends the wait.
                let timer = Task {
                    guard (try? await clock.sleep(for: timeout)) != nil else { return }
                    endWait(id, with: .failure(BlueZError(.timeout, message: "\(what) took too long.")))
                }
                waiters[id] = Waiter(condition: condition, continuation: continuation, timer: timer)
            }
        } onCancel: {
            // A cancellation handler cannot suspend, so a task ends the wait.
            Task { await self.endWait(id, with: .failure(CancellationError())) }
        }
    }

    /// Ends the waits whose condition holds now.
    func checkWaits() {
        for (id, waiter) in waiters {
            do {
                if try waiter.condition(cache) { endWait(id, with: .success(())) }
            } catch {
                endWait(id, with: .failure(error))
            }
        }
    }

    /// Ends every wait with an error.
    func failWaits(with error: BlueZError) {
        for id in waiters.keys { endWait(id, with: .failure(error)) }
    }

    private func endWait(_ id: Int, with result: Result<Void, any Error>) {
        guard let waiter = waiters.removeValue(forKey: id) else { return }
        waiter.timer.cancel()
        waiter.continuation.resume(with: result)
    }
}
