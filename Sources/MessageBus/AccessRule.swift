/// One right that a broker enforces for one process.
public struct AccessRule: Sendable, Hashable, Codable {
    /// What the right is for.
    public enum Action: String, Sendable, Hashable, Codable {
        /// Sending to a topic.
        case publish
        /// Subscribing to a filter, and receiving what it matches.
        case subscribe
    }

    /// What the right is for.
    public let action: Action
    /// The topics, as a filter.
    public let pattern: String

    /// Makes a right.
    public init(_ action: Action, _ pattern: String) {
        self.action = action
        self.pattern = pattern
    }

    /// Whether the right covers publishing to a topic or subscribing to a filter.
    public func allows(_ action: Action, _ topicOrFilter: String) -> Bool {
        self.action == action && TopicFilter.matches(filter: pattern[...], topic: topicOrFilter[...])
    }
}
