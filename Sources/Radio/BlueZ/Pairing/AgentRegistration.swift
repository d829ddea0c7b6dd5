internal import DBus

/// Registers this process's pairing agent with BlueZ, and again when bluetoothd comes back.
@BlueZIsolation final class AgentRegistration {
    /// The path of the exported agent.
    nonisolated static let path: DBusObjectPath = "/vitalbus/agent"

    /// The person at the hub sees and types numbers (AgentManager1.RegisterAgent).
    private static let capability = "KeyboardDisplay"

    /// BlueZ's unique name; only it may question the agent.
    var serviceOwner: String?
    /// Whether the registered agent is the default one; nil without an agent.
    private var isDefault: Bool?
    private let mirror: ObjectMirror
    private let calls: BlueZCalls

    nonisolated init(mirror: ObjectMirror, calls: BlueZCalls) {
        self.mirror = mirror
        self.calls = calls
    }

    /// Exports an agent and registers it, now or when BlueZ comes up.
    ///
    /// - Throws: ``BlueZError``.
    func register(_ agent: any PairingAgent) async throws {
        let interface = AgentInterface(agent: agent, registration: self).interface
        do {
            try await calls.connection.export([interface], at: Self.path)
        } catch {
            throw BlueZError.wrap(error)
        }
        isDefault = false
        guard mirror.cache.isComplete else { return }
        try await registerNow()
    }

    /// Replaces the desktop's agent.
    ///
    /// - Throws: ``BlueZError``; `pairingFailed` if no agent is registered.
    func becomeDefault() async throws {
        guard isDefault != nil else { throw BlueZError(.pairingFailed, message: "No pairing agent is registered.") }
        isDefault = true
        try await registerNow()
    }

    /// Gives up the default agent's role.
    func yieldDefault() async {
        guard isDefault == true else { return }
        isDefault = false
        // Cleanup: BlueZ can undo this only by registering again; a failure is retried when BlueZ comes back.
        try? await call(BlueZName.AgentManager.unregisterAgent)
        try? await registerNow()
    }

    /// Registers the agent again, because BlueZ came back.
    ///
    /// - Throws: ``BlueZError``.
    func renew() async throws { try await registerNow() }

    /// Whether a sender is BlueZ.
    func isService(_ sender: String) -> Bool { sender == serviceOwner }

    /// The device that a question is about.
    func device(at path: DBusObjectPath) -> DeviceInfo? { mirror.cache.device(at: path) }

    private func registerNow() async throws {
        guard let isDefault else { return }
        do {
            try await call(BlueZName.AgentManager.registerAgent, arguments: [.string(Self.capability)])
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyExists {
            // Already registered by this same connection.
        }
        guard isDefault else { return }
        try await call(BlueZName.AgentManager.requestDefaultAgent)
    }

    private func call(_ member: String, arguments: [DBusValue] = []) async throws {
        try await calls.call(
            member,
            of: BlueZName.AgentManager.interface,
            at: BlueZName.rootPath,
            arguments: [.objectPath(Self.path)] + arguments
        )
    }
}

/// Pairs devices.
@BlueZIsolation struct DevicePairing {
    let mirror: ObjectMirror
    let calls: BlueZCalls
    let configuration: BlueZConfiguration

    nonisolated init(mirror: ObjectMirror, calls: BlueZCalls, configuration: BlueZConfiguration) {
        self.mirror = mirror
        self.calls = calls
        self.configuration = configuration
    }

    /// Pairs a device; does nothing if it is already paired.
    ///
    /// - Returns: The address by which the device is known from then on.
    /// - Throws: ``BlueZError``, or `CancellationError`.
    func pair(_ address: BluetoothAddress) async throws -> BluetoothAddress {
        let device = try mirror.device(address)
        // Pair hangs or fails on a paired device (bleak client.py).
        if !device.isPaired { try await pairNow(device) }
        // The object keeps its path when its address changes.
        return mirror.cache.device(at: device.path)?.address ?? address
    }

    private func pairNow(_ device: DeviceInfo) async throws {
        try await allowBonds()
        do {
            try await calls.call(
                BlueZName.Device.pair,
                of: BlueZName.Device.interface,
                at: device.path,
                timeout: configuration.pairTimeout
            )
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyExists {
            return
        } catch let error as BlueZError where error.code == .timeout {
            // BlueZ loses replies to Pair; the property is reliable.
            if mirror.cache.device(at: device.path)?.isPaired == true { return }
            cancel(device.path)
            throw error
        } catch is CancellationError {
            cancel(device.path)
            throw CancellationError()
        }
        try await mirror.wait(atMost: configuration.callTimeout, for: "The pairing's last step") { cache in
            guard let device = cache.device(at: device.path) else {
                throw BlueZError(.deviceGone, message: "BlueZ removed the device during pairing.")
            }
            return device.isPaired
        }
    }

    /// Makes the adapter pairable: otherwise the kernel keeps no bond, and BlueZ undoes the pairing when the link ends.
    ///
    /// bluetoothd switches it on for the first agent and off without one. It may stay off when an agent unregisters and
    /// registers at once (seen with 5.66).
    private func allowBonds() async throws {
        typealias Name = BlueZName.Adapter
        try await calls.set(Name.pairable, of: Name.interface, at: try mirror.adapter().path, to: .boolean(true))
    }

    /// Runs in its own task, because the caller may already be cancelled.
    private func cancel(_ path: DBusObjectPath) {
        // Cleanup: BlueZ ends a pairing by its own time limit.
        Task { _ = try? await calls.call(BlueZName.Device.cancelPairing, of: BlueZName.Device.interface, at: path) }
    }
}
