/// A right that a broker enforces for a process.
public struct AccessRule: Sendable, Hashable, Codable {
    /// The action that the right permits.
    public enum Action: String, Sendable, Hashable, Codable {
        /// Publishing to a topic.
        case publish
        /// Subscribing to a filter, and receiving its messages.
        case subscribe
        /// Subscribing to a filter, and receiving only the messages covered by a `subscribe` right.
        case join
    }

    /// The action that the right permits.
    public let action: Action
    /// The topics, as a filter.
    public let pattern: String

    /// Creates a right.
    public init(_ action: Action, pattern: String) {
        self.action = action
        self.pattern = pattern
    }

    /// Whether the right covers publishing to a topic, or subscribing to all that a filter matches.
    public func allows(_ action: Action, topicOrFilter: String) -> Bool {
        guard self.action == action else { return false }
        return switch action {
        case .publish: TopicFilter.matches(filter: pattern[...], topic: topicOrFilter[...])
        case .subscribe, .join: TopicFilter.covers(pattern: pattern[...], filter: topicOrFilter[...])
        }
    }
}
