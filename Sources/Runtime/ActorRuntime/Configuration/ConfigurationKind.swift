internal import MessageBus

/// The kind of a configuration value, with its limits.
public enum ConfigurationKind: Sendable, Hashable {
    /// Text; one of the allowed values if there are any.
    case string(allowed: [String])
    /// An id as used in topics: 1 to 64 characters of `[a-z0-9-]`.
    case id
    /// A whole number in a range.
    case int(ClosedRange<Int>)
    /// `true` or `false`.
    case bool
    /// A time with its unit (`250ms`, `30s`, `5min`, `2h`, `7d`) in a range.
    case duration(ClosedRange<Duration>)
    /// A path of a file or directory.
    case path
    /// Texts: a YAML list, or separated by commas elsewhere. Each is one of the allowed values if there are any.
    case list(allowed: [String])
    /// The path of a file with a secret, readable only for its owner.
    case secretFile
}

extension ConfigurationKind {
    /// Converts a written value to a checked one.
    ///
    /// - Throws: ``ValueProblem``, which does not repeat the value, because it may be a misplaced secret.
    func check(_ raw: RawConfigurationValue) throws(ValueProblem) -> ConfigurationValue {
        switch (self, raw) {
        case (.list(let allowed), .list(let items)): return try .list(Self.texts(items, allowed: allowed))
        case (.list(let allowed), .text(let text)):
            return try .list(
                Self.texts(text.isEmpty ? [] : text.split(separator: ",").map(Self.trimmed), allowed: allowed)
            )
        case (_, .list): throw ValueProblem(words: "is a list, but must be \(description)")
        case (_, .text(let text)): return try checkText(text)
        }
    }

    private func checkText(_ text: String) throws(ValueProblem) -> ConfigurationValue {
        switch self {
        case .string(let allowed):
            _ = try Self.texts([text], allowed: allowed)
            return .string(text)
        // Absent is nil: the error is thrown below.
        case .id where (try? BusAddress.check(text, as: "id")) != nil: return .string(text)
        case .path where !text.isEmpty, .secretFile where !text.isEmpty: return .string(text)
        case .bool where text == "true" || text == "false": return .bool(text == "true")
        case .int(let range): return try .int(Self.inRange(Int(text), in: range, kind: self))
        case .duration(let range): return try .duration(Self.inRange(DurationText.parse(text), in: range, kind: self))
        default: throw ValueProblem(words: "must be \(description)")
        }
    }

    private static func inRange<Value>(
        _ value: Value?,
        in range: ClosedRange<Value>,
        kind: ConfigurationKind
    ) throws(ValueProblem) -> Value {
        guard let value, range.contains(value) else { throw ValueProblem(words: "must be \(kind.description)") }
        return value
    }

    private static func texts(_ texts: [String], allowed: [String]) throws(ValueProblem) -> [String] {
        guard allowed.isEmpty || texts.allSatisfy(allowed.contains) else {
            throw ValueProblem(words: "must be one of \(allowed.joined(separator: ", "))")
        }
        return texts
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension ConfigurationKind: CustomStringConvertible {
    /// The requirement for a value, in words.
    public var description: String {
        switch self {
        case .string(let allowed): allowed.isEmpty ? "a text" : "one of \(allowed.joined(separator: ", "))"
        case .id: "an id (1 to 64 of a-z, 0-9 and '-')"
        case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bool: "true or false"
        case .duration(let range):
            "a duration with unit (ms, s, min, h, d) from \(DurationText.format(range.lowerBound)) to "
                + DurationText.format(range.upperBound)
        case .path: "a path"
        case .list(let allowed): allowed.isEmpty ? "a list of texts" : "a list of \(allowed.joined(separator: ", "))"
        case .secretFile: "the path of a file that only its owner may read"
        }
    }
}
