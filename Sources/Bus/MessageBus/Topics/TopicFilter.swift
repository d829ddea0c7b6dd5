/// A subscription's pattern: levels, `+` for one level, `#` at the end for all below.
public struct TopicFilter: Sendable, Hashable, CustomStringConvertible {
    /// The filter in MQTT syntax.
    public let text: String
    private let pattern: [UInt8]

    /// Creates a filter.
    ///
    /// - Throws: ``BusError`` `invalidTopic` for an empty filter, a shared subscription, or a misplaced wildcard.
    public init(_ text: String) throws {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let misplaced = levels.enumerated().contains { index, level in
            (level.contains("#") && (level != "#" || index != levels.count - 1))
                || (level.contains("+") && level != "+")
        }
        guard !text.isEmpty, !misplaced, levels.first != "$share" else {
            throw BusError(
                .invalidTopic,
                message: "'\(text)' is not a topic filter: use whole-level '+' and a "
                    + "last '#'"
            )
        }
        self.text = text
        pattern = Array(text.utf8)
    }

    /// The filter's text.
    public var description: String { text }

    /// Whether the filter matches a topic, by MQTT 5 §4.7.
    public func matches(_ topic: String) -> Bool {
        var rest = topic.utf8.makeIterator()
        var next = rest.next()
        if next == UInt8(ascii: "$"), pattern.first == UInt8(ascii: "+") || pattern.first == UInt8(ascii: "#") {
            return false
        }
        for (place, sign) in pattern.enumerated() {
            switch sign {
            case UInt8(ascii: "#"): return true
            case UInt8(ascii: "+"):
                while let byte = next, byte != UInt8(ascii: "/") { next = rest.next() }
            case next: next = rest.next()
            // `a/#` also matches `a`.
            default: return next == nil && pattern[place...].elementsEqual("/#".utf8)
            }
        }
        return next == nil
    }

    static func matches(filter: Substring, topic: Substring) -> Bool {
        allLevels(of: filter, text: topic) { pattern, level in isOne(pattern) || pattern.elementsEqual(level) }
    }

    /// Whether a pattern matches every topic that a filter matches: only `#` covers `#`, and only `+` and `#` cover
    /// `+`.
    static func covers(pattern: Substring, filter: Substring) -> Bool {
        allLevels(of: pattern, text: filter) { pattern, level in
            !isRest(level) && (isOne(pattern) || pattern.elementsEqual(level))
        }
    }

    /// The filter of all topics that two filters match, both without `#`; nil if they share none.
    package static func common(_ one: String, with other: String) -> String? {
        let ones = one.split(separator: "/", omittingEmptySubsequences: false)
        let others = other.split(separator: "/", omittingEmptySubsequences: false)
        guard ones.count == others.count else { return nil }
        var levels: [Substring] = []
        for (mine, theirs) in zip(ones, others) {
            guard mine == theirs || mine == "+" || theirs == "+" else { return nil }
            levels.append(mine == "+" ? theirs : mine)
        }
        return levels.joined(separator: "/")
    }

    /// Compares both level by level without copying, because every message is compared with filters.
    private static func allLevels(
        of pattern: Substring,
        text: Substring,
        agree: (Substring.UTF8View, Substring.UTF8View) -> Bool
    ) -> Bool {
        var (patterns, levels) = (Levels(rest: pattern.utf8), Levels(rest: text.utf8))
        if text.utf8.first == UInt8(ascii: "$"), let first = pattern.utf8.first,
            first == UInt8(ascii: "+") || first == UInt8(ascii: "#")
        {
            return false
        }
        while let pattern = patterns.next() {
            if isRest(pattern) { return true }
            guard let level = levels.next(), agree(pattern, level) else { return false }
        }
        return levels.next() == nil
    }

    private static func isOne(_ level: Substring.UTF8View) -> Bool { level.elementsEqual("+".utf8) }

    private static func isRest(_ level: Substring.UTF8View) -> Bool { level.elementsEqual("#".utf8) }

    /// The levels of a topic, including empty ones.
    private struct Levels {
        var rest: Substring.UTF8View?

        mutating func next() -> Substring.UTF8View? {
            guard let all = rest else { return nil }
            guard let end = all.firstIndex(of: UInt8(ascii: "/")) else {
                rest = nil
                return all
            }
            rest = all[all.index(after: end)...]
            return all[..<end]
        }
    }
}
