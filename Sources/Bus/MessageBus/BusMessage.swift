/// The delivery guarantee of a message; QoS 2 is never used, because libmosquitto stalls and loses messages with it.
public enum BusQuality: Int, Sendable, Codable {
    /// QoS 0.
    case atMostOnce = 0
    /// QoS 1.
    case atLeastOnce = 1
}

/// The MQTT 5 properties that mirror an envelope; they contain no information that the envelope lacks.
public struct BusProperties: Sendable, Equatable {
    /// The media type of the payload.
    public var contentType: String?
    /// The topic for a reply.
    public var responseTopic: String?
    /// The correlation data, which a reply repeats.
    public var correlationData: String?
    /// Name and value pairs, in order.
    public var userProperties: [UserProperty]

    /// One user property.
    public struct UserProperty: Sendable, Equatable {
        /// The property's name.
        public let name: String
        /// The property's value.
        public let value: String

        /// Creates a pair.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates properties; all empty by default.
    public init(
        contentType: String? = nil,
        responseTopic: String? = nil,
        correlationData: String? = nil,
        userProperties: [UserProperty] = []
    ) {
        self.contentType = contentType
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.userProperties = userProperties
    }
}

/// A message on the bus, sent or received.
public struct BusMessage: Sendable, Equatable {
    /// The size limit of a payload: 64 KiB.
    public static let payloadLimit = 65_536

    /// The whole topic.
    public var topic: String
    /// The payload.
    public var payload: [UInt8]
    /// The delivery guarantee.
    public var quality: BusQuality
    /// Sent: whether to keep it as the topic's last value; received: whether it is such a value.
    public var retain: Bool
    /// The MQTT 5 properties of a message.
    public var properties: BusProperties

    /// Creates a message.
    public init(
        topic: String,
        payload: [UInt8],
        quality: BusQuality = .atLeastOnce,
        retain: Bool = false,
        properties: BusProperties = BusProperties()
    ) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.retain = retain
        self.properties = properties
    }
}

extension BusMessage {
    /// The levels of the topic; an empty level stays one, so that each has its place.
    package var levels: [String] { topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }

    /// Checks the size of a received payload.
    ///
    /// - Throws: ``BusError`` `payloadTooLarge`.
    static func checkSize(_ payload: [UInt8]) throws {
        guard payload.count <= payloadLimit else {
            throw BusError(.payloadTooLarge, message: "a payload of \(payload.count) bytes is over \(payloadLimit)")
        }
    }
}
