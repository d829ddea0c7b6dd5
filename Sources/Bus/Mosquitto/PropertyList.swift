import CMosquitto

/// A property list of the library, owned here: it is filled, passed to one call, and freed.
struct PropertyList: ~Copyable {
    private var head: OpaquePointer?

    init() {}

    /// Fills a list from a message's properties.
    ///
    /// - Throws: ``MosquittoError`` with code `invalidProperty`.
    init(_ properties: MessageProperties) throws {
        if let contentType = properties.contentType {
            try add(MQTT_PROP_CONTENT_TYPE, string: contentType)
        }
        if let responseTopic = properties.responseTopic {
            try TopicRules.checkName(responseTopic)
            try add(MQTT_PROP_RESPONSE_TOPIC, string: responseTopic)
        }
        if let data = properties.correlationData {
            try add(MQTT_PROP_CORRELATION_DATA, bytes: data)
        }
        if let expiry = properties.messageExpiry {
            try add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, number: expiry)
        }
        for pair in properties.user {
            try add(pair)
        }
    }

    deinit {
        var head = head
        mosquitto_property_free_all(&head)
    }

    mutating func add(_ property: mqtt5_property, number: UInt32) throws {
        try check(mosquitto_property_add_int32(&head, Int32(property.rawValue), number))
    }

    private mutating func add(_ property: mqtt5_property, string: String) throws {
        try checkText(string)
        try check(mosquitto_property_add_string(&head, Int32(property.rawValue), string))
    }

    private mutating func add(_ property: mqtt5_property, bytes: [UInt8]) throws {
        guard let length = UInt16(exactly: bytes.count) else { throw Self.invalid }
        try check(mosquitto_property_add_binary(&head, Int32(property.rawValue), bytes, length))
    }

    private mutating func add(_ pair: MessageProperties.UserProperty) throws {
        try checkText(pair.name)
        try checkText(pair.value)
        let identifier = Int32(MQTT_PROP_USER_PROPERTY.rawValue)
        try check(mosquitto_property_add_string_pair(&head, identifier, pair.name, pair.value))
    }

    /// Passes the list to a call that copies it.
    borrowing func withList<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        body(head)
    }

    /// Passes the list to a call that takes ownership if it succeeds.
    mutating func handOver(_ body: (OpaquePointer?) -> Int32) -> Int32 {
        let result = body(head)
        if result == MOSQ_ERR_SUCCESS.rawValue {
            head = nil
        }
        return result
    }

    private func checkText(_ text: String) throws {
        guard text.utf8.count <= 65_535, !text.utf8.contains(0) else { throw Self.invalid }
    }

    private func check(_ result: Int32) throws {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw MosquittoError(result: result, action: "MQTT property", fallback: .invalidProperty)
    }

    private static var invalid: MosquittoError {
        MosquittoError(
            .invalidProperty,
            message: "An MQTT property is longer than 65,535 bytes or has a NUL character."
        )
    }
}
