/// Formats measured values for people, as `95 %`, `37.6 °C`, `128/81 mmHg`.
///
/// JSON has UCUM codes; everything that a person reads has these symbols.
public enum MeasuredText {
    /// Formats values in one short text, for example `120/80 mmHg, pulse 64 bpm`; empty without values.
    public static func text(_ measurements: [Measurement]) -> String {
        let byMetric = Dictionary(measurements.map { ($0.metric, $0) }) { first, _ in first }
        var parts: [String] = []
        var shown: Set<MetricName> = [.meanArterialPressure]
        if let systolic = byMetric[.systolic], let diastolic = byMetric[.diastolic], systolic.unit == diastolic.unit {
            parts.append("\(systolic.value)/\(value(diastolic))")
            shown.formUnion([.systolic, .diastolic])
        }
        for measurement in measurements where !shown.contains(measurement.metric) {
            parts.append("\(measurement.metric) \(value(measurement))")
        }
        return parts.joined(separator: ", ")
    }

    /// Formats one value with its unit's symbol, for example `37.6 °C`; a code as its word.
    public static func value(_ measurement: Measurement) -> String {
        let metric = MetricTable.metric(named: measurement.metric)
        if let word = metric?.word(for: measurement.value) { return word }
        guard let metric, let unit = metric.unit(measurement.unit) else {
            return joined(measurement.value, sign: signs[measurement.unit] ?? measurement.unit)
        }
        // 0.95 is not a usual form of a saturation.
        // Absent is nil: a value that cannot be converted is shown in its own unit.
        if unit == .fractionAsPercent, let share = try? metric.convert(measurement.value, from: unit.ucum, to: "%") {
            return joined(share, sign: MetricUnit.percent.sign)
        }
        return joined(measurement.value, sign: unit.sign)
    }

    /// Names a metric and its unit, for example `systolic in mmHg`.
    public static func title(_ metric: MetricName, unit: String) -> String {
        let sign = MetricTable.metric(named: metric)?.unit(unit)?.sign ?? signs[unit] ?? unit
        return sign.isEmpty ? "\(metric)" : "\(metric) in \(sign)"
    }

    static func joined(_ value: DecimalNumber, sign: String) -> String {
        sign.isEmpty ? "\(value)" : "\(value) \(sign)"
    }

    /// The symbols by UCUM code, for metrics that the table does not have.
    private static let signs: [String: String] = {
        let all = MetricTable.metrics.flatMap(\.units).filter { $0.ucum != "/min" }
        return Dictionary(all.map { ($0.ucum, $0.sign) }) { first, _ in first }
    }()
}
