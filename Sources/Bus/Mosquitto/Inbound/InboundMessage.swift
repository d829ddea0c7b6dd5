import CMosquitto

/// A message that the broker delivered.
///
/// There is no duplicate flag, because the library does not provide it. With session expiry 0 the broker repeats no
/// message on a later connection.
public struct InboundMessage: Sendable, Hashable, CustomStringConvertible {
    /// The topic to which it was published.
    public let topic: String

    /// The payload.
    public let payload: [UInt8]

    /// The quality of service of this delivery, 0 to 2, never higher than subscribed.
    public let qos: Int

    /// Whether it is a retained message from before the subscription.
    public let isRetained: Bool

    /// The MQTT 5 properties.
    public let properties: MessageProperties

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - topic: The topic to which it was published.
    ///   - payload: The payload.
    ///   - qos: The quality of service of this delivery.
    ///   - isRetained: Whether it was retained.
    ///   - properties: The MQTT 5 properties.
    public init(
        topic: String,
        payload: [UInt8],
        qos: Int = 1,
        isRetained: Bool = false,
        properties: MessageProperties = MessageProperties()
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.properties = properties
    }

    /// Topic and size, never the payload.
    public var description: String { "\(topic) (\(payload.count) bytes, QoS \(qos))" }
}

extension InboundMessage {
    /// Copies the message callback's arguments, which belong to the library.
    init(copying message: mosquitto_message, properties: OpaquePointer?) {
        let payload = UnsafeRawBufferPointer(
            start: message.payload,
            count: message.payload == nil ? 0 : Int(message.payloadlen)
        )
        self.init(
            topic: message.topic.map { String(cString: $0) } ?? "",
            payload: Array(payload),
            qos: Int(message.qos),
            isRetained: message.retain,
            properties: MessageProperties(copying: properties)
        )
    }
}
