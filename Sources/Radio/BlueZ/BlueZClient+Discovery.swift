internal import DBus

extension BlueZClient {
    /// Discovers low energy devices until ``stopDiscovery()``, also after bluetoothd or the adapter came back.
    ///
    /// Calling it again sets the filter anew and starts again if needed, which also brings back a filter that BlueZ lost
    /// when a link was made.
    ///
    /// - Throws: ``BlueZError``; discovery stays wanted and starts when the reason is gone.
    public func startDiscovery(_ filter: DiscoveryFilter = .init()) async throws {
        wantedDiscovery = filter
        try await startDiscoveryNow(filter)
    }

    /// Ends this process's discovery; discovery goes on while another process wants it.
    ///
    /// - Returns: Whether it ended; false where BlueZ has a session of ours that it fails to end.
    /// - Throws: ``BlueZError`` with code `accessDenied` or `timeout`. That nothing ran is no error.
    @discardableResult
    public func stopDiscovery() async throws -> Bool {
        wantedDiscovery = nil
        guard let adapter = try? adapter() else { return true }
        do {
            try await call(adapter.path, BlueZName.Adapter.interface, BlueZName.Adapter.stopDiscovery)
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

    /// Switches the adapter on or off.
    ///
    /// - Throws: ``BlueZError``.
    public func setPowered(_ isOn: Bool) async throws {
        let adapter = try adapter()
        do {
            try await connection.setProperty(
                BlueZName.Adapter.powered,
                to: .boolean(isOn),
                interface: BlueZName.Adapter.interface,
                destination: BlueZName.service,
                path: adapter.path,
                timeout: configuration.callTimeout
            )
        } catch {
            throw BlueZError.wrap(error)
        }
    }

    /// Makes BlueZ forget a device, its bond included.
    ///
    /// A device that it does not know is no error.
    ///
    /// - Throws: ``BlueZError``.
    public func removeDevice(_ address: BluetoothAddress) async throws {
        let adapter = try adapter()
        guard let device = cache.device(address, adapter: adapter.path) else { return }
        do {
            try await call(
                adapter.path,
                BlueZName.Adapter.interface,
                BlueZName.Adapter.removeDevice,
                [.objectPath(device.path)]
            )
        } catch let error as BlueZError where error.code == .deviceGone {
            return
        }
    }

    /// Starts wanted discovery again; a failure is left to the adapter's next change or the caller's watchdog.
    func resumeDiscovery() async {
        guard let filter = wantedDiscovery else { return }
        try? await startDiscoveryNow(filter)
    }

    private func startDiscoveryNow(_ filter: DiscoveryFilter) async throws {
        let adapter = try adapter()
        guard adapter.isPowered else {
            throw BlueZError(.adapterPoweredOff, "The Bluetooth adapter is off; switch it on, or see rfkill.")
        }
        let interface = BlueZName.Adapter.interface
        try await call(adapter.path, interface, BlueZName.Adapter.setDiscoveryFilter, [filter.value])
        do {
            try await call(adapter.path, interface, BlueZName.Adapter.startDiscovery)
        } catch let error as BlueZError where error.code == .inProgress {
            // This process has its session already; the new filter is in force.
            if await isDiscoveryRunning(adapter.path) { return }
            // BlueZ believes in a session of ours, and none runs: only its end lets another begin (habluetooth#153).
            _ = try? await call(adapter.path, interface, BlueZName.Adapter.stopDiscovery)
            try await call(adapter.path, interface, BlueZName.Adapter.startDiscovery)
        }
    }

    /// Whether the adapter discovers, soon at least: what is under way may have begun just now.
    private func isDiscoveryRunning(_ path: DBusObjectPath) async -> Bool {
        let running: Void? = try? await wait(atMost: configuration.discoveryTimeout, for: "Discovery") { cache in
            guard let adapter = cache.adapters.first(where: { $0.path == path }) else {
                throw BlueZError(.noAdapter, "The adapter went away.")
            }
            return adapter.isDiscovering
        }
        return running != nil
    }
}
