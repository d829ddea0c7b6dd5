internal import VitalRecords

/// Sums of metrics, each in the units they came in, until they are converted once.
struct DaySums {
    private struct Key: Hashable {
        let metric: MetricName
        let unit: Int
    }

    private var sums: [Key: ExactSum] = [:]
    /// The places of the highest sources that have samples.
    private var ranks: [MetricName: Int] = [:]
    private var totals: [MetricName: RankedTotal] = [:]

    /// - Parameter rank: The place of the samples' source; for those of one source 0.
    mutating func add(_ value: ExactSum, to metric: MetricName, unit: Int, rank: Int = 0) {
        sums[Key(metric: metric, unit: unit), default: ExactSum()].add(value)
        ranks[metric] = min(ranks[metric] ?? rank, rank)
    }

    /// Takes a sum of the whole day, see ``RecordBuilder/addTotals(_:_:_:)``.
    mutating func take(_ total: RankedTotal, of metric: MetricName) {
        totals[metric] = total.preferred(to: totals[metric])
    }

    /// The day's sum of the highest source, where it has one and not samples only.
    func whole(_ metric: MetricName) -> DecimalNumber? {
        guard let total = totals[metric], total.rank <= ranks[metric] ?? .max else { return nil }
        return total.value
    }

    /// The metric's sum in its canonical unit; nil where nothing was added or a unit is not one of the metric's.
    func total(_ metric: MetricName, units: [String]) -> DecimalNumber? {
        if let whole = whole(metric) { return whole }
        var total: DecimalNumber?
        for (key, sum) in sums where key.metric == metric {
            let unit = units.indices.contains(key.unit) ? units[key.unit] : ""
            guard let value = HealthUnits.canonical(metric, sum.value, unit: unit) else { return nil }
            total = (total ?? 0).adding(value)
        }
        return total?.withoutTrailingFractionZeros
    }

    /// All metrics that something was added to.
    var metrics: Set<MetricName> { Set(sums.keys.map(\.metric)).union(totals.keys) }
}
