/// A message to publish.
public struct PublishRequest: Sendable {
    /// The topic, without wildcards.
    public var topic: String
    /// The payload, up to the configuration's `messageSizeLimit`.
    public var payload: [UInt8]
    /// The quality of service.
    public var qos: QualityOfService
    /// Whether the broker keeps it for later subscribers; an empty payload removes the kept one.
    public var retain: Bool
    /// The MQTT 5 properties.
    public var properties: MessageProperties

    /// Creates a request.
    public init(
        topic: String,
        payload: [UInt8],
        qos: QualityOfService = .atLeastOnce,
        retain: Bool = false,
        properties: MessageProperties = MessageProperties()
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
        self.properties = properties
    }
}
