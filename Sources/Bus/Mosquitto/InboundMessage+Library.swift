import CMosquitto

extension InboundMessage {
    /// Copies what the message callback was given; it belongs to the library.
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
