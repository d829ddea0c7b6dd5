/// How a message is delivered.
///
/// QoS 2 is left out on purpose: Mosquitto 2.0.11 stalls with it under MQTT 5, and it loses what a killed consumer held.
public enum QualityOfService: Int32, Sendable, Hashable {
    /// Sent once, never confirmed.
    case atMostOnce = 0
    /// Confirmed by the broker; may come twice.
    case atLeastOnce = 1
}
