internal import VitalRecords

extension Measurement {
    /// A whole number that a device measured.
    static func whole(_ metric: MetricName, value: Int, unit: String) -> Measurement {
        Measurement(metric: metric, value: DecimalNumber(Int64(value)), unit: unit)
    }

    /// A blood pressure in mmHg with the values that a device gives; those of 0 are missing.
    ///
    /// It is empty without a systolic or a diastolic pressure.
    static func pressures(systolic: Int, diastolic: Int, mean: Int = 0, pulse: Int) -> [Measurement] {
        guard systolic > 0, diastolic > 0 else { return [] }
        let mmHg = "mm[Hg]"
        return [
            .whole(.systolic, value: systolic, unit: mmHg), .whole(.diastolic, value: diastolic, unit: mmHg),
        ] + (mean > 0 ? [.whole(.meanArterialPressure, value: mean, unit: mmHg)] : [])
            + (pulse > 0 ? [.whole(.pulse, value: pulse, unit: "/min")] : [])
    }
}
