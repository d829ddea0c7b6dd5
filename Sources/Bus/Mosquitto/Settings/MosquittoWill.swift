/// The last will, which the broker publishes when a connection ends without a clean DISCONNECT (MQTT 5 §3.1.2.5).
public struct MosquittoWill: Sendable, Hashable {
    /// The topic, without wildcards.
    public var topic: String

    /// The payload.
    public var payload: [UInt8]

    /// The quality of service.
    public var qos: QualityOfService

    /// Whether the broker keeps it for later subscribers.
    public var retain: Bool

    /// How long the broker waits before it publishes the will, in whole seconds up to 2^32 - 1.
    ///
    /// With session expiry 0 the session ends with the connection, and the standard requires publishing the will at the
    /// end of the session (MQTT 5 §3.1.3.2.2). Mosquitto 2.0.11 waits anyway, so do not depend on either.
    public var delay: Duration

    /// Creates a will.
    ///
    /// - Parameters:
    ///   - topic: The topic, without wildcards.
    ///   - payload: The payload.
    ///   - qos: The quality of service.
    ///   - retain: Whether the broker keeps it.
    ///   - delay: How long the broker waits, in whole seconds.
    public init(
        topic: String,
        payload: [UInt8],
        qos: QualityOfService = .atLeastOnce,
        retain: Bool = false,
        delay: Duration = .zero
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
        self.delay = delay
    }

    func validate(sizeLimit: Int) throws {
        try TopicRules.checkName(topic)
        // The will's length is a 16-bit number on the wire (MQTT 5 §1.5.6).
        guard payload.count <= min(sizeLimit, 65_535), delay >= .zero, delay.components.seconds <= UInt32.max else {
            throw MosquittoError(
                .invalidConfiguration,
                message: "MQTT configuration: the will needs at most 65,535 bytes and a delay of 0 to 2^32 - 1 s."
            )
        }
    }
}
