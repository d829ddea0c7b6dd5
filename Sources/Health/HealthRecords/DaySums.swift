internal import VitalRecords

/// Sums of metrics, each in the units they came in, until they are converted once.
struct DaySums {
    private struct Key: Hashable {
        let metric: MetricName
        let unit: Int
        /// The place of the samples' source.
        let rank: Int
    }

    private var sums: [Key: ExactSum] = [:]
    /// The places of the highest sources that have samples.
    private var ranks: [MetricName: Int] = [:]
    private var totals: [MetricName: RankedTotal] = [:]

    /// - Parameter rank: The place of the samples' source; for those of one source 0.
    mutating func add(_ value: ExactSum, to metric: MetricName, unit: Int, rank: Int = 0) {
        sums[Key(metric: metric, unit: unit, rank: rank), default: ExactSum()].add(value)
        ranks[metric] = min(ranks[metric] ?? rank, rank)
    }

    /// Takes a sum of the whole day, see ``RecordBuilder/addTotals(_:_:_:)``.
    mutating func take(_ total: RankedTotal, of metric: MetricName) {
        totals[metric] = total.preferred(to: totals[metric])
    }

    /// The day's sum of the highest source, where it has one and not samples only.
    func whole(_ metric: MetricName) -> DecimalNumber? { ranked(metric)?.value }

    private func ranked(_ metric: MetricName) -> RankedTotal? {
        guard let total = totals[metric], total.rank <= ranks[metric] ?? .max else { return nil }
        return total
    }

    /// The metric's sum in its canonical unit; nil where nothing was added or a unit is not one of the metric's.
    ///
    /// A day's sum that is less than its own source's samples was taken before the day's end: the samples count.
    func total(_ metric: MetricName, units: [String]) -> DecimalNumber? {
        guard let whole = ranked(metric) else { return sum(metric, units: units) { _ in true } }
        let own = sum(metric, units: units) { $0 == whole.rank }
        return own.map { max($0, whole.value) } ?? whole.value
    }

    private func sum(_ metric: MetricName, units: [String], _ isWanted: (Int) -> Bool) -> DecimalNumber? {
        var exact: [Int: ExactSum] = [:]
        for (key, sum) in sums where key.metric == metric && isWanted(key.rank) {
            exact[key.unit, default: ExactSum()].add(sum)
        }
        var total: DecimalNumber?
        for (unit, sum) in exact {
            let unit = units.indices.contains(unit) ? units[unit] : ""
            guard let value = HealthUnits.canonical(metric, sum.value, unit: unit) else { return nil }
            total = (total ?? 0).adding(value)
        }
        return total?.withoutTrailingFractionZeros
    }

    /// All metrics that something was added to.
    var metrics: Set<MetricName> { Set(sums.keys.map(\.metric)).union(totals.keys) }
}
