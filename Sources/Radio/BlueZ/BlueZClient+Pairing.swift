package import DBus

extension BlueZClient {
    /// Where this process's agent is exported.
    package static let agentPath: DBusObjectPath = "/vitalbus/agent"

    /// Answers BlueZ's pairing questions from now on, also after bluetoothd came back.
    ///
    /// The agent is asked for pairings that this process starts. As the default one it is also asked for those that a
    /// device starts, in place of the desktop's agent; leave that off unless it is wanted.
    ///
    /// - Throws: ``BlueZError``; the agent is registered when BlueZ comes.
    public func registerAgent(
        _ agent: any PairingAgent,
        capability: AgentCapability,
        asDefault: Bool = false
    ) async throws {
        let interface = AgentInterface(agent: agent, client: self).interface
        do {
            try await connection.export([interface], at: Self.agentPath)
        } catch {
            throw BlueZError.wrap(error)
        }
        self.agent = RegisteredAgent(capability: capability, isDefault: asDefault)
        guard cache.isComplete else { return }
        try await registerAgentNow()
    }

    /// Stops answering BlueZ's questions.
    public func unregisterAgent() async {
        agent = nil
        let path = DBusValue.objectPath(Self.agentPath)
        let interface = BlueZName.AgentManager.interface
        _ = try? await call(BlueZName.rootPath, interface, BlueZName.AgentManager.unregisterAgent, [path])
        try? await connection.unexport(at: Self.agentPath)
    }

    /// Pairs a device; one that is paired already stays so.
    ///
    /// Without a registered agent BlueZ refuses.
    ///
    /// - Returns: The address by which the device is known from then on: a private one becomes the identity address.
    /// - Throws: ``BlueZError`` with code `pairingFailed`, `timeout` and others.
    @discardableResult
    public func pair(_ address: BluetoothAddress) async throws -> BluetoothAddress {
        let device = try device(address)
        // Pair hangs or fails on a paired device (bleak client.py).
        if !device.isPaired { try await pairNow(device) }
        // The object stays, whatever its address becomes.
        return cache.device(at: device.path)?.address ?? address
    }

    /// Takes the place of the desktop's agent, so that pairings that a device starts are asked here too.
    ///
    /// - Throws: ``BlueZError``; `pairingFailed` where no agent is registered.
    public func becomeDefaultAgent() async throws {
        guard let agent else { throw BlueZError(.pairingFailed, "No pairing agent is registered.") }
        self.agent = RegisteredAgent(capability: agent.capability, isDefault: true)
        try await registerAgentNow()
    }

    /// Gives the default agent's place back; the agent still answers what this process starts.
    public func yieldDefaultAgent() async {
        guard let agent, agent.isDefault else { return }
        self.agent = RegisteredAgent(capability: agent.capability, isDefault: false)
        // BlueZ has no other way back than to register anew.
        let path = DBusValue.objectPath(Self.agentPath)
        let interface = BlueZName.AgentManager.interface
        _ = try? await call(BlueZName.rootPath, interface, BlueZName.AgentManager.unregisterAgent, [path])
        try? await registerAgentNow()
    }

    private func pairNow(_ device: DeviceInfo) async throws {
        let interface = BlueZName.Device.interface
        do {
            try await call(device.path, interface, BlueZName.Device.pair, timeout: configuration.pairTimeout)
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyExists {
            return
        } catch let error as BlueZError where error.code == .timeout {
            // BlueZ loses replies to Pair; the property tells the truth.
            if cache.device(at: device.path)?.isPaired == true { return }
            cancelPairing(device.path)
            throw error
        } catch is CancellationError {
            cancelPairing(device.path)
            throw CancellationError()
        }
        try await wait(atMost: configuration.callTimeout, for: "The pairing's last step") { cache in
            guard let device = cache.device(at: device.path) else {
                throw BlueZError(.deviceGone, "BlueZ forgot the device while it was paired.")
            }
            return device.isPaired
        }
    }

    func registerAgentNow() async throws {
        guard let agent else { return }
        let path = DBusValue.objectPath(Self.agentPath)
        let interface = BlueZName.AgentManager.interface
        do {
            let arguments: [DBusValue] = [path, .string(agent.capability.rawValue)]
            try await call(BlueZName.rootPath, interface, BlueZName.AgentManager.registerAgent, arguments)
        } catch let error as BlueZError where error.underlying?.errorName == BlueZName.ErrorName.alreadyExists {
            // Registered before, by this same connection.
        }
        guard agent.isDefault else { return }
        try await call(BlueZName.rootPath, interface, BlueZName.AgentManager.requestDefaultAgent, [path])
    }

    /// BlueZ released the agent: it is registered again only by ``registerAgent(_:capability:asDefault:)`` or a restart.
    func isService(_ sender: String) -> Bool { sender == serviceOwner }

    /// The device that a question is about.
    func device(at path: DBusObjectPath) -> DeviceInfo? { cache.device(at: path) }

    /// By itself, because the caller may be cancelled already.
    private func cancelPairing(_ path: DBusObjectPath) {
        Task { try? await call(path, BlueZName.Device.interface, BlueZName.Device.cancelPairing) }
    }
}
