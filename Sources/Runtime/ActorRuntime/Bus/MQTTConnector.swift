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
            clientID: Self.clientID(request.clientID, password: password),
            username: request.username,
            password: password,
            tls: request.tls,
            will: request.will,
            beforeReconnecting: request.beforeReconnecting
        )
        let bus = try MQTTBus(configuration, logger: logger)
        return BusConnection(bus: bus, run: { try await bus.run() }, close: { await bus.close() })
    }

    /// A client id that nobody else knows: a broker hands a connection's place to whoever gives its id, whatever the account.
    ///
    /// It is the same after each start, so that a process takes the place of what is left of its last one.
    static func clientID(_ name: String, password: [UInt8]?) -> String {
        guard let password else { return name }
        let code = HMAC<SHA256>.authenticationCode(for: Array(name.utf8), using: SymmetricKey(data: password))
        let hidden = code.prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(String(decoding: name.utf8.prefix(100), as: UTF8.self)).\(hidden)"
    }
}
