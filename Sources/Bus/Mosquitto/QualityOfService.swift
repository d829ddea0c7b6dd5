/// The delivery guarantee of a message.
///
/// QoS 2 is omitted on purpose: Mosquitto 2.0.11 stalls with it under MQTT 5, and loses the messages of a killed
/// consumer.
public enum QualityOfService: Int32, Sendable, Hashable {
    /// Sent once, never confirmed.
    case atMostOnce = 0
    /// Confirmed by the broker; may arrive twice.
    case atLeastOnce = 1
}
