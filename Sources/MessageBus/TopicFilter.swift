/// A subscription's pattern: levels, `+` for one level, `#` at the end for all below.
public struct TopicFilter: Sendable, Hashable, CustomStringConvertible {
    /// The filter as MQTT writes it.
    public let text: String

    /// Makes a filter.
    ///
    /// - Throws: ``BusError`` `invalidTopic` for an empty filter, a shared subscription, or a misplaced wildcard.
    public init(_ text: String) throws {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let misplaced = levels.enumerated().contains { index, level in
            (level.contains("#") && (level != "#" || index != levels.count - 1)) || (level.contains("+") && level != "+")
        }
        guard !text.isEmpty, !misplaced, levels.first != "$share" else {
            throw BusError(.invalidTopic, "'\(text)' is no topic filter: use whole-level '+' and a last '#'")
        }
        self.text = text
    }

    /// The filter's text.
    public var description: String { text }

    /// Whether a topic is matched, by MQTT 5 §4.7.
    public func matches(_ topic: String) -> Bool {
        Self.matches(filter: Substring(text), topic: Substring(topic))
    }

    static func matches(filter: Substring, topic: Substring) -> Bool {
        var patterns = filter.split(separator: "/", omittingEmptySubsequences: false)[...]
        var levels = topic.split(separator: "/", omittingEmptySubsequences: false)[...]
        if topic.hasPrefix("$"), let first = patterns.first, first == "+" || first == "#" { return false }
        while let pattern = patterns.popFirst() {
            if pattern == "#" { return true }
            guard let level = levels.popFirst() else { return false }
            if pattern != "+" && pattern != level { return false }
        }
        return levels.isEmpty
    }
}
