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
            (level.contains("#") && (level != "#" || index != levels.count - 1))
                || (level.contains("+") && level != "+")
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
        allLevels(of: filter, topic) { pattern, level in pattern == "+" || pattern == level }
    }

    /// Whether every topic that a filter matches is matched by a pattern: only `#` covers `#`, only `+` and `#` cover `+`.
    static func covers(pattern: Substring, filter: Substring) -> Bool {
        allLevels(of: pattern, filter) { pattern, level in
            level != "#" && (pattern == "+" || pattern == level)
        }
    }

    private static func allLevels(
        of pattern: Substring,
        _ text: Substring,
        agree: (Substring, Substring) -> Bool
    ) -> Bool {
        var patterns = pattern.split(separator: "/", omittingEmptySubsequences: false)[...]
        var levels = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if text.hasPrefix("$"), let first = patterns.first, first == "+" || first == "#" { return false }
        while let pattern = patterns.popFirst() {
            if pattern == "#" { return true }
            guard let level = levels.popFirst(), agree(pattern, level) else { return false }
        }
        return levels.isEmpty
    }
}
