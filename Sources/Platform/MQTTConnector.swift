internal import ActorRuntime
internal import FoundationEssentials
internal import Logging
internal import MQTTBus
internal import MessageBus

/// Connects processes to the bus by MQTT.
struct MQTTConnector: BusConnector {
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection {
        let endpoint: MQTTBusConfiguration.Endpoint =
            switch request.endpoint {
            case .unixSocket(let path): .unixSocket(path)
            case .tcp(let host, let port): .tcp(host: host, port: port)
            }
        let configuration = MQTTBusConfiguration(
            endpoint: endpoint,
            clientID: request.clientID,
            username: request.username,
            password: try request.passwordFile.map { try SecretFile.read($0) },
            tls: request.tls.map {
                MQTTBusConfiguration.TLS(authority: $0.authority, certificate: $0.certificate, key: $0.key)
            },
            will: request.will,
            beforeReconnecting: request.beforeReconnecting
        )
        let bus = try MQTTBus(configuration, logger: logger)
        return BusConnection(bus: bus, run: { try await bus.run() }, close: { await bus.close() })
    }
}
