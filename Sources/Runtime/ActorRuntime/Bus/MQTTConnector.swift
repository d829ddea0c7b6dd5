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

    /// A client id that other clients cannot guess, because a broker closes a connection when any account connects with
    /// the same id.
    ///
    /// It is the same after each start, so that a process replaces its own stale connection. It changes only at the
    /// first start with a renewed certificate.
    static func clientID(of request: BusConnectionRequest, password: [UInt8]?) -> String {
        // With a certificate, its private key is the only secret. Absent is nil: a missing file is reported when
        // connecting.
        let key = request.tls?.key.flatMap { FileManager.default.contents(atPath: $0) }
        guard let secret = password ?? key.map(Array.init) else { return request.clientID }
        let name = Array(request.clientID.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: name, using: SymmetricKey(data: secret))
        let hidden = code.prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(String(decoding: name.prefix(100), as: UTF8.self)).\(hidden)"
    }
}
