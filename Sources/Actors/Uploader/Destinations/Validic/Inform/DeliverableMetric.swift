internal import FoundationEssentials
internal import VitalRecords

/// A measurement's value in a destination's unit.
struct DeliverableMetric {
    let measurement: VitalRecords.Measurement
    /// The digits that the device sent if the unit is unchanged, otherwise as many as its precision allows.
    let value: Decimal

    /// Converts a measurement; nil if its unit is not one of the metric's, or the value does not fit.
    ///
    /// - Parameter isWhole: Whether the destination accepts whole numbers only.
    init?(_ measurement: VitalRecords.Measurement, metric: Metric, to ucum: String, isWhole: Bool = false) {
        // Absent is nil: a unit without a conversion is not delivered.
        let converted = try? metric.convert(measurement.value, from: measurement.unit, to: ucum)
        guard let value = (isWhole ? converted?.rounded(fractionDigits: 0) : converted)?.decimal else { return nil }
        self.measurement = measurement
        self.value = value
    }
}
