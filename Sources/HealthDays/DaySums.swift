internal import VitalRecords

/// Sums of metrics, each in the units they came in, until they are converted once.
struct DaySums {
    private struct Key: Hashable {
        let metric: MetricName
        let unit: Int
    }

    private var sums: [Key: ExactSum] = [:]

    var isEmpty: Bool { sums.isEmpty }

    mutating func add(_ value: ExactSum, to metric: MetricName, unit: Int) {
        sums[Key(metric: metric, unit: unit), default: ExactSum()].add(value)
    }

    /// The metric's sum in its canonical unit; nil where nothing was added or a unit is not one of the metric's.
    func total(_ metric: MetricName, units: [String]) -> DecimalNumber? {
        var total: DecimalNumber?
        for (key, sum) in sums where key.metric == metric {
            let unit = units.indices.contains(key.unit) ? units[key.unit] : ""
            guard let value = HealthUnits.canonical(metric, sum.value, unit: unit) else { return nil }
            total = (total ?? 0).adding(value)
        }
        return total?.withoutTrailingFractionZeros
    }

    /// All metrics that something was added to.
    var metrics: Set<MetricName> { Set(sums.keys.map(\.metric)) }
}
