internal import Crypto
internal import FoundationEssentials
internal import Logging
internal import MQTTBus
internal import MessageBus

/// Connects processes to the bus by MQTT.
struct MQTTConnector: BusConnector {
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection {
        let password = try request.passwordFile.map { try SecretFile.read($0) }
        let configuration = MQTTBusConfiguration(
            endpoint: request.endpoint,
            clientID: Self.clientID(of: request, password: password),
            username: request.username,
            password: password,
            tls: request.tls,
            will: request.will,
            beforeReconnecting: request.beforeReconnecting
        )
        let bus = try MQTTBus(configuration, logger: logger)
        return BusConnection(bus: bus, run: { try await bus.run() }, close: { await bus.close() })
    }

    /// A client id that no other account can guess: a broker gives a connection to any client that presents its id.
    ///
    /// It stays the same across starts, so a process replaces its own stale connection, except at the first start with
    /// a renewed certificate.
    static func clientID(of request: BusConnectionRequest, password: [UInt8]?) -> String {
        // A client with a certificate has one secret: its key. Absent is nil: connecting reports a missing key.
        let key = request.tls?.key.flatMap { FileManager.default.contents(atPath: $0) }
        guard let secret = password ?? key.map(Array.init) else { return request.clientID }
        let name = Array(request.clientID.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: name, using: SymmetricKey(data: secret))
        let hidden = code.prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(String(decoding: name.prefix(100), as: UTF8.self)).\(hidden)"
    }
}
