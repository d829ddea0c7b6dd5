internal import MessageBus
internal import Mosquitto

extension BusError {
    /// A broker's or the library's error in the bus's words.
    init(_ error: MosquittoError) {
        let code: Code =
            switch error.code {
            case .notConnected, .closed, .connectionLost, .connectFailed: .notConnected
            case .outcomeUnknown: .outcomeUnknown
            case .busy: .busy
            case .tooLarge: .payloadTooLarge
            case .invalidTopic, .invalidProperty: .invalidTopic
            case .invalidConfiguration: .invalidArgument
            case .rejected where error.reasonCode == .notAuthorized: .notAuthorized
            case .rejected where error.reasonCode == .packetTooLarge: .payloadTooLarge
            case .refused, .tlsFailed: .connectionRefused
            default: .internalError
            }
        self.init(code, error.message, isRetriable: error.isRetriable)
    }
}

extension BusMessage {
    init(_ message: InboundMessage) {
        let correlation = message.properties.correlationData.map { String(decoding: $0, as: UTF8.self) }
        self.init(
            topic: message.topic,
            payload: message.payload,
            quality: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: message.isRetained,
            properties: BusProperties(
                contentType: message.properties.contentType,
                responseTopic: message.properties.responseTopic,
                correlationData: correlation,
                userProperties: message.properties.user.map { .init(name: $0.name, value: $0.value) }
            )
        )
    }
}

extension MessageProperties {
    init(_ properties: BusProperties) {
        self.init()
        contentType = properties.contentType
        responseTopic = properties.responseTopic
        correlationData = properties.correlationData.map { Array($0.utf8) }
        user = properties.userProperties.map { UserProperty($0.name, $0.value) }
    }
}

extension MosquittoConfiguration {
    init(_ configuration: MQTTBusConfiguration) {
        let endpoint: MosquittoEndpoint =
            switch configuration.endpoint {
            case .unixSocket(let path): .unixSocket(path: path)
            case .tcp(let host, let port): .tcp(host: host, port: port)
            }
        self.init(endpoint: endpoint, clientID: configuration.clientID)
        asksBeforeReconnecting = configuration.beforeReconnecting != nil
        username = configuration.username
        password = configuration.password.map { MosquittoPassword(String(decoding: $0, as: UTF8.self)) }
        tls = configuration.tls.map {
            MosquittoTLS(authorityFile: $0.authority, certificateFile: $0.certificate, keyFile: $0.key)
        }
        will = configuration.will.map {
            MosquittoWill(topic: $0.topic, payload: $0.payload, retain: $0.retain)
        }
    }
}

extension PublishRequest {
    init(_ message: BusMessage) {
        self.init(
            topic: message.topic,
            payload: message.payload,
            qos: message.quality == .atLeastOnce ? .atLeastOnce : .atMostOnce,
            retain: message.retain,
            properties: MessageProperties(message.properties)
        )
    }
}
