import BlueZ
import DBus
import DBusTestSupport
import Testing

/// A private bus with a fake BlueZ and a started client.
struct ClientFixture: Sendable {
    let bus: PrivateBus
    let bluez: FakeBlueZ
    let connection: DBusConnection
    let client: BlueZClient
    static let cuff = BluetoothAddress("C0:11:22:33:44:55")

    static func run(
        linkEndTimeout: Duration = .seconds(1),
        _ body: @Sendable (ClientFixture, BluetoothAddress) async throws -> Void
    ) async throws {
        let bus = try PrivateBus()
        try await bus.start()
        let address = DBusAddress(bus.address)
        let bluez = FakeBlueZ(address: address)
        try await bluez.start()
        var quick = DBusConnectionConfiguration()
        quick.reconnectDelay = .milliseconds(20)
        let connection = DBusConnection(address: address, configuration: quick)
        try await connection.connect()
        var configuration = BlueZConfiguration()
        configuration.connectPauses = [.milliseconds(1), .milliseconds(2), .milliseconds(3)]
        configuration.resolveTimeout = .seconds(60)
        configuration.discoveryTimeout = .milliseconds(50)
        configuration.linkEndTimeout = linkEndTimeout
        let client = BlueZClient(connection: connection, configuration: configuration)
        try await client.start()
        let fixture = ClientFixture(bus: bus, bluez: bluez, connection: connection, client: client)
        let result: Result<Void, any Error>
        do {
            try await body(fixture, try #require(cuff))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await client.stop()
        await connection.close()
        await bluez.connection.close()
        await bus.kill()
        try result.get()
    }

    /// A characteristic of the connected cuff, by default the measurement.
    func measurement(_ cuff: BluetoothAddress, _ number: String = "2a35") async throws -> GATTCharacteristic {
        let services = try await client.services(of: cuff)
        return try #require(services.first?.characteristic("0000\(number)-0000-1000-8000-00805f9b34fb"))
    }
}

extension BlueZClient {
    /// A subscription as a stream of its events, which ends it when released.
    func notifications(of characteristic: GATTCharacteristic) async throws -> AsyncStream<NotificationEvent> {
        let (stream, sink) = AsyncStream.makeStream(of: NotificationEvent.self)
        let subscription = try await subscribe(to: characteristic) { event in
            if let event { sink.yield(event) } else { sink.finish() }
        }
        sink.onTermination = { _ in withExtendedLifetime(subscription) {} }
        return stream
    }
}

/// The code of the ``BlueZError`` that the body throws.
func fault(_ body: @Sendable () async throws -> Void) async -> BlueZError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? BlueZError)?.code
    }
}
