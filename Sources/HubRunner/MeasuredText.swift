public import VitalRecords

/// Measured values for people.
public enum MeasuredText {
    /// Values in one short text, for example `120/80 mmHg, pulse 64`; empty when there are none.
    public static func text(_ measurements: [Measurement]) -> String {
        let byMetric = Dictionary(measurements.map { ($0.metric, $0) }) { first, _ in first }
        var parts: [String] = []
        var shown: Set<MetricName> = [.meanArterialPressure]
        if let systolic = byMetric[.systolic], let diastolic = byMetric[.diastolic] {
            parts.append("\(systolic.value)/\(diastolic.value) \(label(systolic.unit))")
            shown.formUnion([.systolic, .diastolic])
        }
        for measurement in measurements where !shown.contains(measurement.metric) {
            let unit = measurement.metric == .pulse ? "" : " \(label(measurement.unit))"
            parts.append("\(measurement.metric) \(measurement.value)\(unit)")
        }
        return parts.joined(separator: ", ")
    }

    private static func label(_ unit: String) -> String {
        unit == "mm[Hg]" ? "mmHg" : unit
    }
}
