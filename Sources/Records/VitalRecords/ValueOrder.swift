/// Two metrics of which one is never more than the other.
struct ValueOrder {
    let less: MetricName
    let more: MetricName
    /// Whether they may be equal.
    var mayBeEqual = true

    static let all: [ValueOrder] =
        [
            ValueOrder(less: .diastolic, more: .systolic, mayBeEqual: false),
            ValueOrder(less: .diastolic, more: .meanArterialPressure),
            ValueOrder(less: .meanArterialPressure, more: .systolic),
            ValueOrder(less: .minHeartRate, more: .avgHeartRate), ValueOrder(less: .avgHeartRate, more: .maxHeartRate),
            ValueOrder(less: .minHeartRate, more: .maxHeartRate), ValueOrder(less: "min_spo2", more: "avg_spo2"),
            ValueOrder(less: "avg_spo2", more: "max_spo2"), ValueOrder(less: "min_spo2", more: "max_spo2"),
        ]
        + ["body_fat_mass", .bodyLeanMass, "body_muscle_mass", "body_water_mass", "body_bone_mass"].map {
            ValueOrder(less: $0, more: .bodyWeight)
        } + [MetricName.deepSleep, .lightSleep, .remSleep].map { ValueOrder(less: $0, more: .sleepDuration) }

    func broken(_ lower: Measurement, _ upper: Measurement) -> UnusualValue? {
        guard let low = try? MetricTable.metric(named: less)?.canonicalValue(of: lower),
            let high = try? MetricTable.metric(named: more)?.canonicalValue(of: upper)
        else { return nil }
        guard low > high || (low == high && !mayBeEqual) else { return nil }
        let isPressure = less == .diastolic && more == .systolic && low > high && lower.unit == upper.unit
        return UnusualValue(
            metric: less,
            message: mayBeEqual ? "\(less) is more than \(more)" : "\(less) is not below \(more)",
            suggestions: isPressure ? ["\(lower.value)/\(MeasuredText.value(upper))"] : []
        )
    }
}
