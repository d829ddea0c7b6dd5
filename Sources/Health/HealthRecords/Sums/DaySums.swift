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

    /// Takes a source's own total of the whole day.
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

/// The sum of samples of one day, metric and unit that follow each other.
struct DayRun {
    let day: LocalDay
    let metric: MetricName
    let unit: Int
    /// The place of the samples' source.
    let rank: Int
    let moment: Int64
    var sum: ExactSum
}

/// What one source tells of a day's food.
struct FoodDay {
    /// Whose and which day's.
    struct Key: Hashable {
        let day: LocalDay
        let source: Int
    }

    /// A moment of it.
    let moment: Int64
    var sums = DaySums()
    /// The meals by their names, in the order of the day.
    var meals: [(name: String, start: Int64, sums: DaySums)] = []
    var isUserEntered = false

    init(moment: Int64) {
        self.moment = moment
    }

    /// Adds a food's values to the meal of a name; beyond the most parts that a record can have, to the last one.
    mutating func add(_ values: [(MetricName, ExactSum, unit: Int)], meal name: String, at time: Int64) {
        var place = meals.firstIndex { $0.name == name }
        if place == nil, meals.count >= Reading.maximumDetailsEntries { place = meals.count - 1 }
        if place == nil { meals.append((name, time, DaySums())) }
        let index = place ?? meals.count - 1
        for (metric, value, unit) in values { meals[index].sums.add(value, to: metric, unit: unit) }
    }
}

/// A local day's activity, while it is added up.
struct RoutineDay {
    /// A moment of it.
    let moment: Int64
    var sums = DaySums()
    /// Hours with standing and hours without, by their first second.
    var stood: Set<Int64> = []
    var idle: Set<Int64> = []
    var mindfulSeconds: Int64 = 0

    init(moment: Int64) {
        self.moment = moment
    }
}

/// A sum of a day as its source says it, in the metric's canonical unit.
struct RankedTotal {
    /// The place of its source, 0 for the one that counts most.
    let rank: Int
    let value: DecimalNumber

    /// The one of two that counts: that of the higher source, of one source the larger.
    func preferred(to other: RankedTotal?) -> RankedTotal {
        guard let other else { return self }
        if rank != other.rank { return rank < other.rank ? self : other }
        return value < other.value ? other : self
    }
}
