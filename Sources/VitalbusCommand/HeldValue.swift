internal import VitalRecords

/// A right value for a held reading, as a person typed it: `systolic=128`, `blood_glucose=6.2mmol/L`.
///
/// A comma may stand before the unit; it has to where no table knows the metric, as of a meter for anything.
struct HeldValue: Sendable {
    /// What was measured.
    let metric: MetricName
    /// Whether a unit was typed.
    let hasUnit: Bool
    /// All of it without the comma.
    private let text: String
    /// The unit behind a comma.
    private let unit: String?

    /// Takes an argument.
    init(_ argument: String) {
        metric = MetricName(rawValue: String(argument.prefix { $0 != "=" }))
        let parts = argument.split(separator: ",", maxSplits: 1).map(String.init)
        // Behind a comma that is followed by a digit stands a fraction, which must not become a larger number.
        unit = parts.count == 2 && parts[1].first?.isNumber == false ? parts[1] : nil
        text = unit.map { parts[0] + $0 } ?? argument
        hasUnit = text.last?.isNumber == false
    }

    /// The value; without a unit it is in that of the reading, and where that has none in the metric's usual one.
    ///
    /// - Throws: ``CommandFailure`` that names what is wrong.
    func measurement(in units: [MetricName: String]) throws -> Measurement {
        guard MetricTable.metric(named: metric) == nil, let unit = unit ?? (hasUnit ? nil : units[metric]) else {
            return try ManualEntry.measurement(hasUnit ? text : text + (units[metric] ?? ""))
        }
        let number = text.dropFirst(metric.rawValue.count + 1).dropLast(hasUnit ? unit.count : 0)
        guard let value = DecimalNumber(String(number)) else {
            throw CommandFailure.input("\(metric) has no number: write \(metric)=1,\(unit.prefix(32))")
        }
        return Measurement(metric: metric, value: value, unit: unit, origin: .manual)
    }
}
