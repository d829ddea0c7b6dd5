public import VitalRecords

/// A value that a display shows.
public struct DisplayField: Sendable, Hashable {
    /// The name in results: `sys`, `dia`, `pul`, `glucose`, `spo2`, `pr`, `value`, ….
    public let key: String
    /// What is measured, or nil for a number of which nothing is known.
    public let metric: MetricName?
    /// How it is written in each of its units, the default one first; never empty.
    public let rules: [UnitRule]
    /// True where a leading zero, as in `078.3`, is a part of the text as it is meant.
    public let keepsLeadingZeros: Bool

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - rule: How it is written in the default unit.
    ///   - others: How it is written in other units.
    public init(
        _ key: String,
        _ metric: MetricName?,
        _ rule: UnitRule,
        _ others: [UnitRule] = [],
        keepsLeadingZeros: Bool = false
    ) {
        self.key = key
        self.metric = metric
        self.rules = [rule] + others
        self.keepsLeadingZeros = keepsLeadingZeros
    }

    /// The unit that is assumed where nothing tells it.
    public var defaultUnit: DisplayUnit? { rules.first?.unit }

    /// The units, the default one first.
    public var units: [DisplayUnit] { rules.compactMap(\.unit) }

    /// The rule of a unit, or nil where the field has it not.
    public func rule(for unit: DisplayUnit?) -> UnitRule? { rules.first { $0.unit == unit } }

    /// The field with only one of its units, or nil where it has it not.
    public func limited(to unit: DisplayUnit) -> DisplayField? {
        rule(for: unit).map { DisplayField(key, metric, $0, keepsLeadingZeros: keepsLeadingZeros) }
    }
}
