import CMosquitto
import Glibc

extension MessageProperties {
    /// Copies what a callback was given; the list itself dies with the callback.
    init(copying list: OpaquePointer?) {
        self.init()
        guard let list else { return }
        contentType = Self.string(list, MQTT_PROP_CONTENT_TYPE)
        responseTopic = Self.string(list, MQTT_PROP_RESPONSE_TOPIC)
        correlationData = Self.bytes(list, MQTT_PROP_CORRELATION_DATA)
        var expiry: UInt32 = 0
        if mosquitto_property_read_int32(list, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), &expiry, false) != nil
        {
            messageExpiry = expiry
        }
        user = Self.pairs(list)
    }

    private static func string(_ list: OpaquePointer, _ property: mqtt5_property) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard mosquitto_property_read_string(list, Int32(property.rawValue), &value, false) != nil, let value else {
            return nil
        }
        defer { free(value) }
        return String(cString: value)
    }

    private static func bytes(_ list: OpaquePointer, _ property: mqtt5_property) -> [UInt8]? {
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
                pairs.append(UserProperty(String(cString: name), String(cString: value)))
            }
            free(name)
            free(value)
            (name, value) = (nil, nil)
            place = mosquitto_property_read_string_pair(found, identifier, &name, &value, true)
        }
        return pairs
    }
}
