/// The MQTT 5 properties of a message (§3.3.2.3).
///
/// They get lost on the way through MQTT 3.1.1 clients and bridges: nothing may stand here only.
public struct MessageProperties: Sendable, Hashable {
    /// A name with a value; names may repeat.
    public struct UserProperty: Sendable, Hashable {
        /// The name.
        public var name: String

        /// The value.
        public var value: String

        /// Makes a pair.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: String) {
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

    /// The lifetime at the broker in seconds, 0 to 2^32 - 1; on receipt what is left of it.
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
