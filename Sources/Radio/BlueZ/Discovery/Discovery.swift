internal import DBus

/// Keeps the adapter discovering while a caller wants it.
@BlueZIsolation final class Discovery {
    private var wanted: DiscoveryFilter?
    private let mirror: ObjectMirror
    private let calls: BlueZCalls
    /// How long discovery may take to start after BlueZ answered "in progress".
    private let startTimeout: Duration

    nonisolated init(mirror: ObjectMirror, calls: BlueZCalls, startTimeout: Duration) {
        self.mirror = mirror
        self.calls = calls
        self.startTimeout = startTimeout
    }

    var isWanted: Bool { wanted != nil }

    /// Starts discovery; it stays wanted if that fails.
    ///
    /// - Throws: ``BlueZError``.
    func start(_ filter: DiscoveryFilter) async throws {
        wanted = filter
        try await startNow(filter)
    }

    /// Ends this process's discovery.
    ///
    /// - Returns: Whether it ended; false if BlueZ keeps a session of ours that it fails to end.
    /// - Throws: ``BlueZError`` with code `accessDenied` or `timeout`.
    func stop() async throws -> Bool {
        wanted = nil
        // Absent is nil: without an adapter nothing is discovered.
        guard let adapter = try? mirror.adapter() else { return true }
        do {
            try await call(BlueZName.Adapter.stopDiscovery, at: adapter.path)
            return true
        } catch let error as BlueZError {
            // "No discovery started" is a plain failure; "in progress" is a session that BlueZ failed to end
            // (hbldh/bleak#2022, bluez/bluez#807). Either way ours is over.
            let isOver: [BlueZError.Code] = [
                .failed, .inProgress, .adapterPoweredOff, .serviceNotRunning, .deviceGone, .busUnavailable, .notPaired,
            ]
            guard isOver.contains(error.code) else { throw error }
            return error.code != .inProgress
        }
    }

    /// Marks discovery as no longer wanted; it runs until it is stopped.
    func forget() { wanted = nil }

    /// Restarts wanted discovery; leaves a failure to the adapter's next change or the caller's watchdog.
    func resume() async {
        guard let filter = wanted else { return }
        // Cleanup: the adapter's next change, or the caller's watchdog, starts it again.
        try? await startNow(filter)
    }

    private func startNow(_ filter: DiscoveryFilter) async throws {
        let adapter = try mirror.adapter()
        guard adapter.isPowered else {
            throw BlueZError(.adapterPoweredOff, message: "The Bluetooth adapter is off; switch it on, or see rfkill.")
        }
        try await call(BlueZName.Adapter.setDiscoveryFilter, at: adapter.path, arguments: [filter.value])
        do {
            try await call(BlueZName.Adapter.startDiscovery, at: adapter.path)
        } catch let error as BlueZError where error.code == .inProgress {
            // This process already has its session, and the new filter is in force.
            if await isRunning(adapter.path) { return }
            // Cleanup: BlueZ records a session of ours that does not run; only ending it lets another begin
            // (habluetooth#153).
            _ = try? await call(BlueZName.Adapter.stopDiscovery, at: adapter.path)
            try await call(BlueZName.Adapter.startDiscovery, at: adapter.path)
        }
    }

    private func call(_ member: String, at path: DBusObjectPath, arguments: [DBusValue] = []) async throws {
        try await calls.call(member, of: BlueZName.Adapter.interface, at: path, arguments: arguments)
    }

    /// Whether the adapter discovers, waiting a moment for a start that is under way.
    private func isRunning(_ path: DBusObjectPath) async -> Bool {
        // Absent is nil: a start that exceeded its time limit has failed.
        let running: Void? = try? await mirror.wait(atMost: startTimeout, for: "Discovery") { cache in
            guard let adapter = cache.adapters.first(where: { $0.path == path }) else {
                throw BlueZError(.noAdapter, message: "The adapter was removed.")
            }
            return adapter.isDiscovering
        }
        return running != nil
    }
}
