/// A topic filter and how its messages are wanted (MQTT 5 §3.8.3.1).
public struct TopicSubscription: Sendable, Hashable {
    /// Which retained messages the broker sends at once.
    public enum RetainHandling: Int32, Sendable, Hashable {
        /// All, at each subscribe, and so again after each reconnect.
        case always = 0x00
        /// Only if the subscription is new. After a reconnect it always is: the broker forgets our session.
        case ifNew = 0x10
        /// None.
        case never = 0x20
    }

    /// The topic filter; `+` and `#` are wildcards.
    public var filter: String

    /// The highest quality of service of a delivery.
    public var qos: QualityOfService

    /// Which retained messages come at once.
    public var retainHandling: RetainHandling

    /// Whether own messages stay away; not with a shared subscription.
    public var noLocal: Bool

    /// Whether the retain flag comes as it was published, so that live messages may carry it too.
    public var retainAsPublished: Bool

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - filter: The topic filter.
    ///   - qos: The highest quality of service of a delivery.
    ///   - retainHandling: Which retained messages come at once.
    ///   - noLocal: Whether own messages stay away.
    ///   - retainAsPublished: Whether the retain flag comes as it was published.
    public init(
        _ filter: String,
        qos: QualityOfService = .atLeastOnce,
        retainHandling: RetainHandling = .always,
        noLocal: Bool = false,
        retainAsPublished: Bool = false
    ) {
        self.filter = filter
        self.qos = qos
        self.retainHandling = retainHandling
        self.noLocal = noLocal
        self.retainAsPublished = retainAsPublished
    }

    /// The options as the SUBSCRIBE packet has them.
    var options: Int32 {
        retainHandling.rawValue | (noLocal ? 0x04 : 0) | (retainAsPublished ? 0x08 : 0)
    }
}
