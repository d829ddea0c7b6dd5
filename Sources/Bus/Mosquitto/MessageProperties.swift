import CMosquitto
import Glibc

/// The MQTT 5 properties of a message (§3.3.2.3).
///
/// MQTT 3.1.1 clients and bridges drop them, so they must hold nothing that the payload lacks.
public struct MessageProperties: Sendable, Hashable {
    /// A name with a value; names may repeat.
    public struct UserProperty: Sendable, Hashable {
        /// The name.
        public var name: String

        /// The value.
        public var value: String

        /// Creates a pair.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The media type of the payload.
    public var contentType: String?

    /// Where a reply goes; no wildcards.
    public var responseTopic: String?

    /// What a reply carries back unchanged, at most 65,535 bytes.
    public var correlationData: [UInt8]?

    /// The lifetime at the broker in seconds, 0 to 2^32 - 1; in received messages the time left.
    public var messageExpiry: UInt32?

    /// Pairs in the order they were given.
    public var user: [UserProperty]

    /// Makes properties.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the payload.
    ///   - responseTopic: Where a reply goes.
    ///   - correlationData: What a reply carries back.
    ///   - messageExpiry: The lifetime in seconds.
    ///   - user: Pairs in their order.
    public init(
        contentType: String? = nil,
        responseTopic: String? = nil,
        correlationData: [UInt8]? = nil,
        messageExpiry: UInt32? = nil,
        user: [UserProperty] = []
    ) {
        self.contentType = contentType
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.messageExpiry = messageExpiry
        self.user = user
    }

    /// The value of the first user property of a name.
    public subscript(name: String) -> String? {
        user.first { $0.name == name }?.value
    }
}

extension MessageProperties {
    /// Copies what a callback was given; the list itself dies with the callback.
    init(copying list: OpaquePointer?) {
        self.init()
        guard let list else { return }
        contentType = Self.string(list, property: MQTT_PROP_CONTENT_TYPE)
        responseTopic = Self.string(list, property: MQTT_PROP_RESPONSE_TOPIC)
        correlationData = Self.bytes(list, property: MQTT_PROP_CORRELATION_DATA)
        var expiry: UInt32 = 0
        if mosquitto_property_read_int32(list, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), &expiry, false) != nil
        {
            messageExpiry = expiry
        }
        user = Self.pairs(list)
    }

    private static func string(_ list: OpaquePointer, property: mqtt5_property) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(list, Int32(property.rawValue), &value, false) != nil, let value else {
            return nil
        }
        defer { free(value) }
        return String(cString: value)
    }

    private static func bytes(_ list: OpaquePointer, property: mqtt5_property) -> [UInt8]? {
        var value: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        guard mosquitto_property_read_binary(list, Int32(property.rawValue), &value, &count, false) != nil else {
            return nil
        }
        defer { free(value) }
        return Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : Int(count)))
    }

    private static func pairs(_ list: OpaquePointer) -> [UserProperty] {
        let identifier = Int32(MQTT_PROP_USER_PROPERTY.rawValue)
        var pairs: [UserProperty] = []
        var name: UnsafeMutablePointer<CChar>?
        var value: UnsafeMutablePointer<CChar>?
        var place = mosquitto_property_read_string_pair(list, identifier, &name, &value, false)
        while let found = place {
            if let name, let value {
                pairs.append(UserProperty(String(cString: name), value: String(cString: value)))
            }
            free(name)
            free(value)
            (name, value) = (nil, nil)
            place = mosquitto_property_read_string_pair(found, identifier, &name, &value, true)
        }
        return pairs
    }
}
