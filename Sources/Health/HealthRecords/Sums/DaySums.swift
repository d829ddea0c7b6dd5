internal import HealthTypes
internal import VitalRecords

/// Sums of metrics, each in its original units, converted once at the end.
struct DaySums {
    private struct Key: Hashable {
        let metric: MetricName
        let unit: Int
        /// The rank of the samples' source.
        let rank: Int
    }

    private var sums: [Key: ExactSum] = [:]
    /// The highest ranks that have samples.
    private var ranks: [MetricName: Int] = [:]
    private var totals: [MetricName: RankedTotal] = [:]

    /// - Parameter rank: The rank of the samples' source; 0 for samples of one source.
    mutating func add(_ value: ExactSum, to metric: MetricName, unit: Int, rank: Int = 0) {
        sums[Key(metric: metric, unit: unit, rank: rank), default: ExactSum()].add(value)
        ranks[metric] = min(ranks[metric] ?? rank, rank)
    }

    /// Adds a source's own total of the whole day.
    mutating func take(_ total: RankedTotal, of metric: MetricName) {
        totals[metric] = total.preferred(to: totals[metric])
    }

    /// The total of the highest source; nil if that source has only samples.
    func whole(_ metric: MetricName) -> DecimalNumber? { ranked(metric)?.value }

    private func ranked(_ metric: MetricName) -> RankedTotal? {
        guard let total = totals[metric], total.rank <= ranks[metric] ?? .max else { return nil }
        return total
    }

    /// The metric's sum in its canonical unit; nil if nothing was added or the metric does not have a unit.
    ///
    /// A total below its own source's samples was taken before the day's end, so the samples count.
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
            guard let value = HealthUnits.canonical(metric, value: sum.value, unit: unit) else { return nil }
            total = (total ?? 0).adding(value)
        }
        return total?.withoutTrailingFractionZeros
    }

    /// All metrics with a value.
    var metrics: Set<MetricName> { Set(sums.keys.map(\.metric)).union(totals.keys) }
}

/// The sum of consecutive samples of one day, metric and unit.
struct DayRun {
    let day: LocalDay
    let metric: MetricName
    let unit: Int
    /// The rank of the samples' source.
    let rank: Int
    let moment: Int64
    var sum: ExactSum
}

/// One source's food of a day.
struct FoodDay {
    /// The identity of a day's food.
    struct Key: Hashable {
        let day: LocalDay
        let source: Int
    }

    /// A time on the day.
    let moment: Int64
    var sums = DaySums()
    /// The meals by name, in the order of the day.
    var meals: [(name: String, start: Int64, sums: DaySums)] = []

    init(moment: Int64) {
        self.moment = moment
    }

    /// Adds a food to a named meal; beyond the most segments of a record, to the last one.
    mutating func add(_ values: [(MetricName, ExactSum, unit: Int)], meal name: String, at time: Int64) {
        var place = meals.firstIndex { $0.name == name }
        if place == nil, meals.count >= Reading.maximumDetailsEntries { place = meals.count - 1 }
        if place == nil { meals.append((name, time, DaySums())) }
        let index = place ?? meals.count - 1
        for (metric, value, unit) in values { meals[index].sums.add(value, to: metric, unit: unit) }
    }
}

/// The running totals of a local day's activity.
struct RoutineDay {
    /// A time on the day.
    let moment: Int64
    var sums = DaySums()
    /// The hours with standing and without, by their first second.
    var stood: Set<Int64> = []
    var idle: Set<Int64> = []
    var mindfulSeconds: Int64 = 0

    init(moment: Int64) {
        self.moment = moment
    }
}

/// A source's own total of a day, in the metric's canonical unit.
struct RankedTotal {
    /// The rank of its source, 0 for the highest.
    let rank: Int
    let value: DecimalNumber

    /// Chooses between two totals: that of the higher source, and of one source the larger.
    func preferred(to other: RankedTotal?) -> RankedTotal {
        guard let other else { return self }
        if rank != other.rank { return rank < other.rank ? self : other }
        return value < other.value ? other : self
    }
}
