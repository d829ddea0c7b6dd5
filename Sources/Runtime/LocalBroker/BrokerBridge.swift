public import MessageBus

/// A TLS connection from one broker to another, and the topics that it carries in one direction.
///
/// Mosquitto reads the files only at its start, so new certificates or addresses need a restart of the broker.
public struct BrokerBridge: Sendable, Hashable {
    /// The direction of messages.
    public enum Way: String, Sendable, Hashable {
        /// From here to the other broker, by MQTT 5.
        case out
        /// From the other broker to here, by MQTT 3.1.1.
        ///
        /// With MQTT 5, a bridge of Mosquitto 2.0 has no session that outlives its connection, so messages published
        /// while the link is down would be lost.
        case into = "in"
    }

    /// Topics that the bridge carries.
    public struct Topics: Sendable, Hashable {
        /// The filter.
        public var pattern: String
        /// The quality of service.
        public var quality: BusQuality

        /// Creates a pair of filter and quality.
        public init(_ pattern: String, quality: BusQuality) {
            (self.pattern, self.quality) = (pattern, quality)
        }
    }

    /// The name, which is also the common name of its certificate.
    public var name: String
    /// The direction.
    public var way: Way
    /// The other broker's addresses as `host:port`, beginning with the one that answers.
    ///
    /// Mosquitto 2.0.11 tries the next one only after a lost connection, not after a refused one.
    public var addresses: [String]
    /// The PEM file of the other broker's authority.
    public var authority: String
    /// The PEM file with its key and certificate.
    public var identity: String
    /// The topic on which both brokers retain the link's state: `1` or `0`.
    public var statusTopic: String
    /// The topics that it carries.
    public var topics: [Topics]

    /// Creates a bridge.
    public init(
        _ name: String,
        way: Way,
        addresses: [String],
        authority: String,
        identity: String,
        statusTopic: String,
        topics: [Topics]
    ) {
        (self.name, self.way, self.addresses) = (name, way, addresses)
        (self.authority, self.identity) = (authority, identity)
        (self.statusTopic, self.topics) = (statusTopic, topics)
    }

    /// The lines of `mosquitto.conf`, which come after all listeners.
    var lines: [String] {
        [
            "connection \(name)",
            "addresses \(addresses.joined(separator: " "))",
            // Keeps the address that answers; without it, Mosquitto returns to the first one repeatedly.
            "round_robin true",
            "bridge_protocol_version \(way == .out ? "mqttv50" : "mqttv311")",
            "remote_clientid \(name)", "local_clientid \(name).local",
            // Mosquitto 2.0.11 loses its queue if the two differ (its issues 2604 and 2634).
            "cleansession false", "local_cleansession false",
            // Retained messages stay retained on the other side.
            "try_private true",
            "bridge_attempt_unsubscribe false",
            "notifications true", "notification_topic \(statusTopic)",
            // The shortest interval that Mosquitto accepts, so that a broken link is noticed within 10 s.
            "keepalive_interval 5", "restart_timeout 1 10",
            "bridge_cafile \(authority)", "bridge_certfile \(identity)", "bridge_keyfile \(identity)",
        ] + topics.map { "topic \($0.pattern) \(way.rawValue) \($0.quality.rawValue)" }
    }
}
