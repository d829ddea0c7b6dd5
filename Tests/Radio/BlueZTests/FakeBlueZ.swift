import BlueZ
import DBus
import DBusTestSupport

/// A small org.bluez on a private bus, with one adapter, one cuff and the failures that a test requests.
actor FakeBlueZ {
    let connection: DBusConnection
    private(set) var calls: [String] = []
    private var failures: [String: [DBusError]] = [:]
    private var lateFailures: [String: DBusError] = [:]
    private var reading: Gate?
    private var device = Recorded.device
    /// Off, as bluetoothd may leave it: a pairing then lasts as long as the link.
    private var isPairable = false

    init(address: DBusAddress) {
        connection = DBusConnection(address: address)
    }

    func start() async throws {
        try await connection.connect()
        try await connection.exportObjectManager(at: .root)
        try await connection.export([agentManager], at: "/org/bluez")
        try await connection.export([adapter], at: Recorded.adapterPath)
        try await exportDevice()
        try await connection.requestName("org.bluez")
    }

    /// Answers the next calls of a method with these errors, one each.
    func fail(_ member: String, _ errors: [DBusError]) {
        failures[member, default: []] += errors
    }

    /// Carries out the next call of a method, but answers with an error.
    func failLate(_ member: String, _ error: DBusError) {
        lateFailures[member] = error
    }

    /// Makes every later reader of all objects wait at a gate.
    func holdReading(at gate: Gate) {
        reading = gate
    }

    private func passGate() async {
        await reading?.arrive()
        await reading?.wait()
    }

    func count(_ member: String) -> Int {
        calls.filter { $0 == member }.count
    }

    func set(_ property: String, _ value: DBusValue) async throws {
        device[property] = value
        try await connection.emitPropertiesChanged(
            path: Recorded.devicePath,
            interface: "org.bluez.Device1",
            changed: [property: value]
        )
    }

    func setAdapter(_ property: String, _ value: DBusValue) async throws {
        try await connection.emitPropertiesChanged(
            path: Recorded.adapterPath,
            interface: "org.bluez.Adapter1",
            changed: [property: value]
        )
    }

    func notify(_ bytes: [UInt8], from path: DBusObjectPath = Recorded.measurementPath) async throws {
        try await connection.emitPropertiesChanged(
            path: path,
            interface: "org.bluez.GattCharacteristic1",
            changed: ["Value": .bytes(bytes)]
        )
    }

    /// Calls the agent as BlueZ does.
    func askAgent(_ client: String, _ member: String, _ arguments: [DBusValue]) async throws -> [DBusValue] {
        try await connection.call(
            destination: client,
            path: "/vitalbus/agent",
            interface: "org.bluez.Agent1",
            member: member,
            arguments: [.objectPath(Recorded.devicePath)] + arguments
        )
    }

    func removeDevice() async throws {
        for path in [Recorded.featurePath, Recorded.measurementPath, Recorded.servicePath, Recorded.devicePath] {
            try await connection.unexport(at: path)
        }
    }

    func exportDevice() async throws {
        device = Recorded.device
        let methods = [
            method("Connect") { try await $0.connectDevice() },
            method("Disconnect") { try await $0.set("Connected", false) },
            method("Pair") { try await $0.pairDevice() },
            method("CancelPairing") { _ in },
        ]
        let properties = Recorded.device.map { name, value in
            DBusProperty(
                name,
                type: value.type,
                get: {
                    await self.passGate()
                    return await self.device[name] ?? value
                },
                set: { new, _ in
                    try await self.set(name, new)
                }
            )
        }
        try await connection.export(
            [DBusInterface("org.bluez.Device1", methods: methods, properties: properties)],
            at: Recorded.devicePath
        )
    }

    private func pairDevice() async throws {
        try await set("Bonded", .boolean(isPairable))
        try await set("Paired", true)
    }

    private func setPairable(_ value: DBusValue) { isPairable = value == true }

    private func connectDevice() async throws {
        try await set("Connected", true)
        try await connection.export([plain("org.bluez.GattService1", Recorded.service, [])], at: Recorded.servicePath)
        for (path, values) in [
            (Recorded.measurementPath, Recorded.measurement), (Recorded.featurePath, Recorded.feature),
        ] {
            try await connection.export([plain("org.bluez.GattCharacteristic1", values, gattMethods)], at: path)
        }
        try await set("ServicesResolved", true)
    }

    private var gattMethods: [DBusMethod] {
        let options = DBusType.dictionary(key: .string, value: .variant)
        return [
            method("ReadValue", in: [options], out: [.array(.byte)], answer: [.bytes([0x21])]) { _ in },
            method("WriteValue", in: [.array(.byte), options]) { _ in },
            // The first value precedes the reply, as with cuffs that already have one.
            method("StartNotify") { try await $0.notify([1]) },
            method("StopNotify") { _ in },
        ]
    }

    private var adapter: DBusInterface {
        let filter = DBusType.dictionary(key: .string, value: .variant)
        let methods = [
            method("StartDiscovery") { _ in }, method("StopDiscovery") { _ in },
            method("SetDiscoveryFilter", in: [filter]) { _ in },
            method("RemoveDevice", in: [.objectPath]) { try await $0.removeDevice() },
        ]
        let pairable = DBusProperty(
            "Pairable",
            type: .boolean,
            get: { .boolean(await self.isPairable) },
            set: { new, _ in await self.setPairable(new) }
        )
        let others = plain("org.bluez.Adapter1", Recorded.adapter.filter { $0.key != "Pairable" }, methods)
        return DBusInterface("org.bluez.Adapter1", methods: methods, properties: others.properties + [pairable])
    }

    private var agentManager: DBusInterface {
        let methods = [
            method("RegisterAgent", in: [.objectPath, .string]) { _ in },
            method("UnregisterAgent", in: [.objectPath]) { _ in },
            method("RequestDefaultAgent", in: [.objectPath]) { _ in },
        ]
        return plain("org.bluez.AgentManager1", [:], methods)
    }

    private func plain(_ name: String, _ values: [String: DBusValue], _ methods: [DBusMethod]) -> DBusInterface {
        DBusInterface(
            name,
            methods: methods,
            properties: values.map { key, value in
                DBusProperty(key, type: value.type) { value }
            }
        )
    }

    private func method(
        _ name: String,
        in input: [DBusType] = [],
        out output: [DBusType] = [],
        answer: [DBusValue] = [],
        _ act: @escaping @Sendable (FakeBlueZ) async throws -> Void
    ) -> DBusMethod {
        DBusMethod(name, in: input, out: output) { call in
            try await self.enter(call)
            try await act(self)
            try await self.leave(call)
            return answer
        }
    }

    private func enter(_ call: DBusMethodCall) throws {
        calls.append(call.member)
        guard failures[call.member]?.isEmpty == false, let error = failures[call.member]?.removeFirst() else { return }
        throw error
    }

    private func leave(_ call: DBusMethodCall) throws {
        if let error = lateFailures.removeValue(forKey: call.member) { throw error }
    }
}
