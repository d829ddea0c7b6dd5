internal import FoundationEssentials
internal import VitalRecords

/// A measurement in a destination's unit.
struct DeliverableMetric {
    /// Digits behind the point of a converted value; a value in the destination's own unit keeps the device's.
    static let fractionDigits = 6

    let measurement: VitalRecords.Measurement
    let value: Decimal

    /// Converts a measurement; nil where its unit is not one of the metric's, or the value does not fit.
    init?(_ measurement: VitalRecords.Measurement, _ metric: Metric, to ucum: String) {
        let converted = try? metric.convert(
            measurement.value,
            from: measurement.unit,
            to: ucum,
            fractionDigits: Self.fractionDigits
        )
        guard let value = converted?.decimal else { return nil }
        self.measurement = measurement
        self.value = value
    }
}
