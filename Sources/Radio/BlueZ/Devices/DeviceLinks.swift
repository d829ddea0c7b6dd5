internal import DBus

/// Connects devices and ends their links.
@BlueZIsolation struct DeviceLinks {
    let mirror: ObjectMirror
    let calls: BlueZCalls
    let subscriptions: GATTSubscriptions
    let configuration: BlueZConfiguration
    let clock: any Clock<Duration>

    nonisolated init(
        mirror: ObjectMirror,
        calls: BlueZCalls,
        subscriptions: GATTSubscriptions,
        configuration: BlueZConfiguration,
        clock: any Clock<Duration>
    ) {
        self.mirror = mirror
        self.calls = calls
        self.subscriptions = subscriptions
        self.configuration = configuration
        self.clock = clock
    }

    /// Connects a device, and retries after transient failures.
    ///
    /// - Throws: ``BlueZError`` of the last attempt, or `CancellationError`.
    func connect(_ address: BluetoothAddress) async throws -> DeviceInfo {
        for pause in configuration.connectPauses {
            do {
                return try await connectOnce(address)
            } catch let error as BlueZError where Self.isWorthAnotherAttempt(error) {
                try await clock.sleep(for: pause)
            }
        }
        return try await connectOnce(address)
    }

    /// Ends a link or a pending connection, and waits until it ended; does nothing without a link.
    ///
    /// - Throws: ``BlueZError``.
    func disconnect(_ address: BluetoothAddress) async throws {
        // Absent is nil: a device that is gone has no link.
        guard let device = try? mirror.device(address) else { return }
        do {
            try await call(BlueZName.Device.disconnect, at: device.path)
            try await mirror.wait(atMost: configuration.disconnectTimeout, for: "The disconnection") {
                $0.device(at: device.path)?.isConnected != true
            }
        } catch let error as BlueZError where error.code == .notConnected || error.code == .deviceGone {
            return
        }
    }

    private nonisolated static func isWorthAnotherAttempt(_ error: BlueZError) -> Bool {
        // A lost key stays lost until a person pairs the device again.
        if error.detail?.contains("key-missing") == true { return false }
        // A caller that hit its time limit has used the radio long enough; others are waiting for it.
        let passing: [BlueZError.Code] = [.connectFailed, .deviceGone, .notConnected, .inProgress, .failed]
        return passing.contains(error.code)
    }

    private func connectOnce(_ address: BluetoothAddress) async throws -> DeviceInfo {
        let device = try mirror.device(address)
        let path = device.path
        if !device.isConnected {
            // BlueZ would renew the last link's open subscriptions on the new link, before this process reads them.
            await subscriptions.finishStops(of: path)
            try await makeLink(path)
        }
        // Connected may be reported after the reply to Connect.
        try await mirror.wait(atMost: configuration.callTimeout, for: "The link") {
            try Self.known(path, in: $0).isConnected
        }
        do {
            try await waitForServices(path)
        } catch let error as BlueZError where error.code == .timeout {
            // A link without services stays so (bluez/bluez#1489); only a new one helps.
            // Cleanup: BlueZ ends such a link by its own time limit.
            try? await disconnect(address)
            throw error
        }
        return try Self.known(path, in: mirror.cache)
    }

    private func waitForServices(_ path: DBusObjectPath) async throws {
        try await mirror.wait(atMost: configuration.resolveTimeout, for: "Finding the device's services") { cache in
            let device = try Self.known(path, in: cache)
            guard device.isConnected else {
                throw BlueZError(
                    .connectFailed,
                    message: "The connection was lost during service discovery."
                )
            }
            return device.areServicesResolved
        }
    }

    private nonisolated static func known(_ path: DBusObjectPath, in cache: ObjectCache) throws -> DeviceInfo {
        guard let device = cache.device(at: path) else {
            throw BlueZError(.deviceGone, message: "BlueZ removed the device while it was connected.")
        }
        return device
    }

    private func makeLink(_ path: DBusObjectPath) async throws {
        do {
            try await call(BlueZName.Device.connect, at: path, timeout: configuration.connectTimeout)
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyConnected {
            return
        } catch let error as BlueZError where error.code == .timeout {
            cancelLink(path)
            throw error
        } catch let error as BlueZError where error.code == .inProgress {
            // Another process that is gone, or BlueZ itself, is connecting: only ending that lets the next attempt
            // begin.
            // Cleanup: BlueZ ends such a link by its own time limit.
            try? await call(BlueZName.Device.disconnect, at: path)
            throw error
        } catch is CancellationError {
            cancelLink(path)
            throw CancellationError()
        }
    }

    /// Disconnect also ends a pending connection.
    ///
    /// Runs in its own task, because the caller may already be cancelled.
    private func cancelLink(_ path: DBusObjectPath) {
        // Cleanup: BlueZ ends such a link by its own time limit.
        Task { try? await call(BlueZName.Device.disconnect, at: path) }
    }

    private func call(_ member: String, at path: DBusObjectPath, timeout: Duration? = nil) async throws {
        try await calls.call(member, of: BlueZName.Device.interface, at: path, timeout: timeout)
    }
}
