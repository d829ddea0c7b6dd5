internal import DBus

/// Exports Agent1 to BlueZ, and forwards its calls to a ``PairingAgent``.
struct AgentInterface: Sendable {
    let agent: any PairingAgent
    /// Weakly, because the connection holds this.
    weak let registration: AgentRegistration?

    var interface: DBusInterface {
        typealias Name = BlueZName.Agent
        return DBusInterface(
            Name.interface,
            methods: [
                method(Name.requestPinCode, input: [], output: [.string]) { device, _ in
                    [.string(try await agent.pinCode(for: device))]
                },
                method(Name.displayPinCode, input: [.string]) {
                    try await agent.show(pinCode: $1[1].string ?? "", for: $0)
                    return []
                },
                method(Name.requestPasskey, input: [], output: [.uint32]) { device, _ in
                    [.uint32(try await agent.passkey(for: device))]
                },
                method(Name.displayPasskey, input: [.uint32, .uint16]) {
                    await agent.show(passkey: Self.number($1[1]), entered: Self.number($1[2]), for: $0)
                    return []
                },
                method(Name.requestConfirmation, input: [.uint32]) {
                    try await agent.confirm(passkey: Self.number($1[1]), for: $0)
                    return []
                },
                method(Name.requestAuthorization) { device, _ in
                    try await agent.authorizePairing(of: device)
                    return []
                },
                method(Name.authorizeService, input: [.string]) {
                    try await agent.authorize(service: ($1[1].string ?? "").lowercased(), for: $0)
                    return []
                },
                notice(Name.cancel) { await agent.cancel() },
                notice(Name.release) {},
            ]
        )
    }

    /// A question about a device; its path is the first argument.
    private func method(
        _ name: String,
        input: [DBusType] = [],
        output: [DBusType] = [],
        _ answer: @escaping @Sendable (DeviceInfo, [DBusValue]) async throws -> [DBusValue]
    ) -> DBusMethod {
        DBusMethod(name, in: [.objectPath] + input, out: output) { call in
            try await requireService(call.sender)
            guard let path = call.arguments[0].objectPath, let device = await registration?.device(at: path) else {
                throw DBusError.remote(BlueZName.ErrorName.rejected, message: "The device is unknown here.")
            }
            do {
                return try await answer(device, call.arguments)
            } catch is CancellationError {
                throw DBusError.remote(BlueZName.ErrorName.canceled, message: "The pairing was cancelled.")
            } catch {
                throw DBusError.remote(BlueZName.ErrorName.rejected, message: "The pairing was refused.")
            }
        }
    }

    private func notice(_ name: String, _ act: @escaping @Sendable () async -> Void) -> DBusMethod {
        DBusMethod(name) { call in
            try await requireService(call.sender)
            await act()
            return []
        }
    }

    /// Only BlueZ may ask: any other process could trick a person into typing a passkey.
    private func requireService(_ sender: String) async throws {
        guard await registration?.isService(sender) == true else {
            throw DBusError.remote(DBusErrorName.accessDenied, message: "Only BlueZ may call the agent.")
        }
    }

    private static func number<Number: FixedWidthInteger>(_ value: DBusValue) -> Number {
        value.unsigned.flatMap(Number.init(exactly:)) ?? 0
    }
}
