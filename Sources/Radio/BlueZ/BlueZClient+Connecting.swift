internal import DBus

extension BlueZClient {
    /// Connects a device and waits until its services are known.
    ///
    /// A link that stands is used.
    ///
    /// It tries again after failures that pass (see ``BlueZConfiguration/connectPauses``). BlueZ forgets
    /// an unpaired device that it has not heard for 30 s (`TemporaryTimeout`), and one whose connection failed for its silence;
    /// while discovery runs, it may connect between two rounds only. Cancelling ends the attempt at BlueZ too.
    ///
    /// - Returns: The device, connected, with its services resolved.
    /// - Throws: ``BlueZError`` of the last attempt, or `CancellationError`.
    @discardableResult
    public func connect(_ address: BluetoothAddress) async throws -> DeviceInfo {
        for pause in configuration.connectPauses {
            do {
                return try await connectOnce(address)
            } catch let error as BlueZError where Self.isWorthAnotherAttempt(error) {
                try await clock.sleep(for: pause)
            }
        }
        return try await connectOnce(address)
    }

    /// Ends the link, or a connection being made, and waits until it ended.
    ///
    /// No link is no error.
    ///
    /// - Throws: ``BlueZError``.
    public func disconnect(_ address: BluetoothAddress) async throws {
        guard let device = try? device(address) else { return }
        do {
            try await call(device.path, BlueZName.Device.interface, BlueZName.Device.disconnect)
            try await wait(atMost: configuration.disconnectTimeout, for: "The disconnection") {
                $0.device(at: device.path)?.isConnected != true
            }
        } catch let error as BlueZError where error.code == .notConnected || error.code == .deviceGone {
            return
        }
    }

    /// Stores whether BlueZ may connect a device by itself.
    ///
    /// - Throws: ``BlueZError``.
    public func setTrusted(_ isTrusted: Bool, _ address: BluetoothAddress) async throws {
        let device = try device(address)
        do {
            try await connection.setProperty(
                BlueZName.Device.trusted,
                to: .boolean(isTrusted),
                interface: BlueZName.Device.interface,
                destination: BlueZName.service,
                path: device.path,
                timeout: configuration.callTimeout
            )
        } catch {
            throw BlueZError.wrap(error)
        }
    }

    static func isWorthAnotherAttempt(_ error: BlueZError) -> Bool {
        // A lost key stays lost until somebody pairs again.
        if error.detail?.contains("key-missing") == true { return false }
        // Whoever let a time limit pass has had the radio long enough: others wait for it.
        let passing: [BlueZError.Code] = [.connectFailed, .deviceGone, .notConnected, .inProgress, .failed]
        return passing.contains(error.code)
    }

    private func connectOnce(_ address: BluetoothAddress) async throws -> DeviceInfo {
        let device = try device(address)
        let path = device.path
        if !device.isConnected {
            // BlueZ would renew on the new link what is still subscribed from the last one, before anybody listens.
            await finishStops(of: path)
            try await makeLink(path)
        }
        // Connected may be told after the reply to Connect.
        try await wait(atMost: configuration.callTimeout, for: "The link") { try Self.known(path, in: $0).isConnected }
        do {
            try await waitForServices(path)
        } catch let error as BlueZError where error.code == .timeout {
            // A link without services stays so (bluez/bluez#1489); only a new one helps.
            try? await disconnect(address)
            throw error
        }
        return try Self.known(path, in: cache)
    }

    private func waitForServices(_ path: DBusObjectPath) async throws {
        try await wait(atMost: configuration.resolveTimeout, for: "Finding the device's services") { cache in
            let device = try Self.known(path, in: cache)
            guard device.isConnected else {
                throw BlueZError(.connectFailed, "The link was lost while the device's services were looked for.")
            }
            return device.areServicesResolved
        }
    }

    private static func known(_ path: DBusObjectPath, in cache: ObjectCache) throws -> DeviceInfo {
        guard let device = cache.device(at: path) else {
            throw BlueZError(.deviceGone, "BlueZ forgot the device while it was connected.")
        }
        return device
    }

    private func makeLink(_ path: DBusObjectPath) async throws {
        do {
            try await call(
                path,
                BlueZName.Device.interface,
                BlueZName.Device.connect,
                timeout: configuration.connectTimeout
            )
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyConnected {
            return
        } catch let error as BlueZError where error.code == .timeout {
            cancelLink(path)
            throw error
        } catch let error as BlueZError where error.code == .inProgress {
            // Somebody who is gone, or BlueZ itself, is at it: only ending that lets the next attempt begin.
            _ = try? await call(path, BlueZName.Device.interface, BlueZName.Device.disconnect)
            throw error
        } catch is CancellationError {
            cancelLink(path)
            throw CancellationError()
        }
    }

    /// Disconnect also ends a connection being made.
    ///
    /// By itself, because the caller may be cancelled already.
    private func cancelLink(_ path: DBusObjectPath) {
        Task { try? await call(path, BlueZName.Device.interface, BlueZName.Device.disconnect) }
    }
}
