public import VitalRecords

/// A rule between two fields: one is greater than another by at least so much.
public struct FieldRelation: Sendable, Hashable {
    /// The key of the greater field.
    public let greater: String
    /// The key of the smaller field.
    public let smaller: String
    /// The least difference by the unit's name, in that unit; other units ask for no more than greater.
    public let difference: [String: DecimalNumber]

    /// Makes a relation.
    public init(_ greater: String, exceeds smaller: String, by difference: [String: DecimalNumber] = [:]) {
        self.greater = greater
        self.smaller = smaller
        self.difference = difference
    }

    /// True where the values keep the rule.
    ///
    /// - Parameter unit: The unit of both.
    public func holds(_ upper: DecimalNumber, _ lower: DecimalNumber, unit: DisplayUnit?) -> Bool {
        guard upper > lower else { return false }
        guard let least = unit.flatMap({ difference[$0.name] }), let sum = lower.adding(least) else { return true }
        return upper >= sum
    }
}
