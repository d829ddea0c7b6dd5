internal import VitalRecords

/// A right value for a held reading, as a person typed it: `systolic=128`, `blood_glucose=6.2mmol/L`.
///
/// A comma may stand before the unit.
struct HeldValue: Sendable {
    /// What was measured.
    let metric: MetricName
    private let number: String
    private let unit: String

    /// Whether a unit was typed.
    var hasUnit: Bool { !unit.isEmpty }

    /// Takes an argument.
    init(_ argument: String) {
        let name = argument.prefix { $0 != "=" }
        let said = argument[name.endIndex...].dropFirst()
        let digits = TypedValue.digits(said)
        let rest = said[digits.endIndex...]
        // Behind a comma that is followed by a digit stands a fraction, which must not become a larger number.
        let isDivided = rest.first == "," && rest.dropFirst().first?.isNumber == false
        metric = MetricName(rawValue: String(name))
        number = String(digits)
        unit = String(isDivided ? rest.dropFirst() : rest)
    }

    /// The value; without a unit it is in that of the reading, and where that has none in the metric's usual one.
    ///
    /// A metric that no table knows, as of a meter for anything, has any unit.
    ///
    /// - Throws: ``CommandFailure`` that names what is wrong.
    func measurement(in units: [MetricName: String]) throws -> Measurement {
        let unit = hasUnit ? unit : units[metric] ?? ""
        guard MetricTable.metric(named: metric) == nil, let first = unit.first else {
            return try TypedValue("\(metric)=\(number)\(unit)").measurement()
        }
        guard let value = DecimalNumber(number), first != "," else {
            throw CommandFailure.input("\(metric) has no number with a unit: write it like \(metric)=1.5Cel")
        }
        return Measurement(metric: metric, value: value, unit: unit, origin: .manual)
    }
}
