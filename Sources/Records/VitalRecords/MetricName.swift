/// The name of what a measurement measured.
///
/// Unknown ones are carried. Constants for all that code names: `MetricName+Known.swift`.
public struct MetricName: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension MetricName: ExpressibleByStringLiteral {
    /// Makes the value from a word in the code.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}
