public import VitalRecords

/// A value on a display.
public struct DisplayField: Sendable, Hashable {
    /// The name in results: `sys`, `dia`, `pul`, `glucose`, `spo2`, `pr`, `value`, ….
    public let key: String
    /// The metric; nil for a number of unknown meaning.
    public let metric: MetricName?
    /// The formats of its units, the default one first; never empty.
    public let rules: [UnitRule]
    /// True if a leading zero, as in `078.3`, belongs to the text.
    public let keepsLeadingZeros: Bool

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - rule: The format in the default unit.
    ///   - others: The formats in other units.
    public init(
        _ key: String,
        metric: MetricName?,
        rule: UnitRule,
        others: [UnitRule] = [],
        keepsLeadingZeros: Bool = false
    ) {
        self.key = key
        self.metric = metric
        self.rules = [rule] + others
        self.keepsLeadingZeros = keepsLeadingZeros
    }

    /// The default unit if neither display nor request determines one.
    public var defaultUnit: DisplayUnit? { rules.first?.unit }

    /// The units, the default one first.
    public var units: [DisplayUnit] { rules.compactMap(\.unit) }

    /// The rule of a unit; nil if the field does not have it.
    public func rule(for unit: DisplayUnit?) -> UnitRule? { rules.first { $0.unit == unit } }

    /// The field with one of its units only; nil if it does not have the unit.
    public func limited(to unit: DisplayUnit) -> DisplayField? {
        rule(for: unit).map { DisplayField(key, metric: metric, rule: $0, keepsLeadingZeros: keepsLeadingZeros) }
    }
}

/// The fields of the built-in layouts.
///
/// Ranges are what displays can show, by the manufacturers' manuals: cuffs 20 to 300 mmHg, glucose 10 to 600 (750 for
/// some) mg/dL, thermometers 32 to 43 °C, oximeters 35 to 100 %, scales up to 300 kg.
extension DisplayField {
    static let systolic = DisplayField(
        "sys",
        metric: .systolic,
        rule: UnitRule(.mmHg, range: 40...300, usual: 80...220, digits: 2...3),
        others: [kilopascals(5...40, usual: 10...30)]
    )
    static let diastolic = DisplayField(
        "dia",
        metric: .diastolic,
        rule: UnitRule(.mmHg, range: 20...220, usual: 40...130, digits: 2...3),
        others: [kilopascals(2...30, usual: 5...18)]
    )
    private static func kilopascals(
        _ range: ClosedRange<DecimalNumber>,
        usual: ClosedRange<DecimalNumber>
    ) -> UnitRule {
        UnitRule(.kilopascal, range: range, usual: usual, digits: 2...3, decimals: 1...1, isToldOnly: true)
    }
    static func pulse(_ key: String) -> DisplayField {
        DisplayField(key, metric: .pulse, rule: UnitRule(.perMinute, range: 20...250, usual: 40...150, digits: 2...3))
    }
    static let saturation =
        DisplayField("spo2", metric: .spo2, rule: UnitRule(.percent, range: 35...100, usual: 85...100, digits: 2...3))
    static let glucose = DisplayField(
        "glucose",
        metric: .bloodGlucose,
        rule: UnitRule(.milligramPerDecilitre, range: 10...800, usual: 40...400, digits: 2...3),
        others: [
            UnitRule(
                .millimolePerLitre,
                range: DecimalNumber(mantissa: 5, exponent: -1)...DecimalNumber(mantissa: 444, exponent: -1),
                usual: 2...25,
                digits: 2...3,
                decimals: 1...1
            )
        ]
    )
    static let temperature = DisplayField(
        "value",
        metric: .bodyTemperature,
        rule: UnitRule(.celsius, range: 30...45, usual: 34...42, digits: 3...4, decimals: 1...2),
        others: [UnitRule(.fahrenheit, range: 86...113, usual: 94...108, digits: 3...4, decimals: 1...1)]
    )
    static let weight = DisplayField(
        "value",
        metric: .bodyWeight,
        rule: UnitRule(.kilogram, range: 2...300, usual: 20...200, digits: 2...5, decimals: 0...2),
        others: [
            UnitRule(.pound, range: 4...660, usual: 44...440, digits: 2...5, decimals: 0...2, isToldOnly: true),
            UnitRule(
                .stone,
                range: 4...660,
                usual: 44...440,
                digits: 2...5,
                decimals: 0...1,
                isToldOnly: true,
                isStonesAndPounds: true
            ),
        ]
    )
    static let stones = DisplayField(
        "stones",
        metric: nil,
        rule: UnitRule(.stone, range: 0...47, usual: 3...31, digits: 1...2)
    )
    static let pounds = DisplayField(
        "pounds",
        metric: nil,
        rule: UnitRule(
            .pound,
            range: 0...DecimalNumber(mantissa: 139, exponent: -1),
            digits: 1...3,
            decimals: 0...1
        )
    )
    static let number = DisplayField(
        "value",
        metric: nil,
        rule: UnitRule(nil, range: -999_999...999_999, digits: 1...6, decimals: 0...3, allowsMinus: true),
        keepsLeadingZeros: true
    )
}

/// The interpretation of a row's text as a value of a field.
public struct FieldReading: Sendable, Hashable {
    /// The text as read, such as `12.8`.
    public let text: String
    /// The value, with the fraction digits that the display shows.
    public let value: DecimalNumber
    /// The unit; nil for a number of unknown meaning.
    ///
    /// A display in stones has the value in pounds.
    public let unit: DisplayUnit?
    /// True if nothing on the display shows the unit, so the field's default was assumed.
    public let isUnitAssumed: Bool
    /// True if the unit requires a decimal point that was not seen, so that a person has to confirm the value.
    public let isPointRestored: Bool
    /// How unusual the text or value is, 0…1; 0 for usual.
    public let penalty: Double

    /// Creates a reading.
    public init(
        text: String,
        value: DecimalNumber,
        unit: DisplayUnit?,
        isUnitAssumed: Bool = false,
        isPointRestored: Bool = false,
        penalty: Double = 0
    ) {
        self.text = text
        self.value = value
        self.unit = unit
        self.isUnitAssumed = isUnitAssumed
        self.isPointRestored = isPointRestored
        self.penalty = penalty
    }
}
