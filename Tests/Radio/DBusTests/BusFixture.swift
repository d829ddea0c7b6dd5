import DBus
import DBusTestSupport
import Testing

/// A private bus with a client and an echo service on it.
struct BusFixture: Sendable {
    static let path: DBusObjectPath = "/vitalbus/test/echo"
    static let interface = "vitalbus.test.Echo"
    static let name = "vitalbus.test"

    let bus: PrivateBus
    let client: DBusConnection
    let service: DBusConnection

    static func quick() -> DBusConnectionConfiguration {
        var configuration = DBusConnectionConfiguration()
        configuration.reconnectDelay = .milliseconds(20)
        configuration.maximumReconnectDelay = .milliseconds(100)
        return configuration
    }

    /// Starts everything, runs the body, and stops everything.
    ///
    /// - Parameter gathering: When the client gathers signals.
    static func run(
        gathering: DBusGathering? = nil,
        _ body: @Sendable (BusFixture) async throws -> Void
    ) async throws {
        let bus = try PrivateBus()
        try await bus.start()
        let address = DBusAddress(bus.address)
        var reading = quick()
        reading.gathering = gathering
        let fixture = BusFixture(
            bus: bus,
            client: DBusConnection(address: address, configuration: reading),
            service: DBusConnection(address: address, configuration: quick())
        )
        try await fixture.client.connect()
        try await fixture.service.connect()
        do {
            try await body(fixture)
        } catch {
            await fixture.stop()
            throw error
        }
        await fixture.stop()
    }

    private func stop() async {
        await client.close()
        await service.close()
        await bus.kill()
    }

    /// Exports an object with a method that answers with its one argument.
    func exportEcho(_ types: [DBusType]) async throws {
        try await service.requestName(Self.name)
        let methods = types.enumerated().map { index, type in
            DBusMethod("Echo\(index)", in: [type], out: [type]) { $0.arguments }
        }
        try await service.export([DBusInterface(Self.interface, methods: methods)], at: Self.path)
    }

    func echo(_ value: DBusValue, _ index: Int = 0, timeout: Duration? = nil) async throws -> DBusValue {
        let reply = try await client.call(
            destination: Self.name,
            path: Self.path,
            interface: Self.interface,
            member: "Echo\(index)",
            arguments: [value],
            timeout: timeout
        )
        return try #require(reply.first)
    }
}

/// The code of the ``DBusError`` that the body throws, or nil.
func code(_ body: @Sendable () async throws -> Void) async -> DBusError.Code? {
    await error(body)?.code
}

/// The ``DBusError`` that the body throws.
func error(_ body: @Sendable () async throws -> Void) async -> DBusError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? DBusError
    }
}
