internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Builds records from samples, period by period in time order.
///
/// It holds the values of a day until no later period can add to it.
struct RecordBuilder {
    /// How long a day or night stays open after its end, in seconds: longer than any zone's offset or any sleep.
    static let patience: Int64 = 3 * 86_400

    var frame: RecordFrame
    private var routine = RoutineBuilder()
    private var intraday = IntradayBuilder()
    private var food = FoodBuilder()
    private var nights = NightBuilder()

    /// The number of values dropped because their metric does not support their unit.
    var unknownUnits: Int { frame.unknownUnits }
    /// The number of nights of other apps dropped because they lack the time in bed.
    var skippedNights: Int { nights.skippedNights }

    init(_ frame: RecordFrame) {
        self.frame = frame
    }

    /// Adds a period's samples and emits the records that are complete.
    mutating func add(
        _ period: Int,
        keys: [Int: [SampleColumn.Key]],
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let range = SamplePeriod.range(period)
        let ranks = SourceRanks(collector.sources, named: frame.options.sourcePriority)
        var samples: [Int: [Int: [StoredSample]]] = [:]
        for type in collector.types.indices {
            guard let columns = keys[type] else { continue }
            let found = collector.samples(columns)
            let rows = collector.types[type].rows
            if rows.contains(where: { [.sample, .occurrence, .pair].contains($0.aggregation) }) || rows.isEmpty {
                samples[type] = found
            }
            for row in rows { addToDays(row, samples: found, within: range, ranks: ranks, of: collector) }
        }
        addTotals(collector.totals(of: period), ranks: ranks, of: collector)
        try emitSamples(samples, of: collector, emit)
        try emitGroups(samples, pairs: collector.pairs[period] ?? [], of: collector, emit)
        try emitWorkouts(collector.workouts[period] ?? [], samples: samples, of: collector, emit)
        food.addMeals(collector.meals[period] ?? [], of: collector, frame: &frame)
        try emitDays(endingBefore: range.upperBound - Self.patience, of: collector, emit)
    }

    /// Emits all remaining records.
    mutating func finish(_ collector: HealthCollector, _ emit: (HealthRecord) throws -> Void) throws {
        nights.close(before: .max, of: collector, frame: &frame)
        try emitDays(endingBefore: .max, of: collector, emit)
    }

    private mutating func emitDays(
        endingBefore limit: Int64,
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        try routine.emit(endingBefore: limit, of: collector, frame: &frame, emit)
        try intraday.emit(endingBefore: limit, frame: &frame, emit)
        try food.emit(endingBefore: limit, of: collector, frame: &frame, emit)
        if limit != .max { nights.close(before: limit, of: collector, frame: &frame) }
        try nights.emit(endingBefore: limit, of: collector, frame: &frame, emit)
    }

    // MARK: Days

    private mutating func addToDays(
        _ row: HealthMapping,
        samples found: [Int: [StoredSample]],
        within range: Range<Int64>,
        ranks: SourceRanks,
        of collector: HealthCollector
    ) {
        switch row.aggregation {
        case .dayUnion, .interval: addUnion(row, samples: found, within: range, ranks: ranks)
        case .dayHours: routine.addHours(row, samples: found, frame: &frame)
        case .dayTime: routine.addTime(row, samples: found, within: range, frame: &frame)
        case .daySum: food.add(row, samples: found, frame: &frame)
        case .night where row.metric == .sleepDuration: nights.add(found, of: collector, frame: &frame)
        default: break
        }
    }

    /// Adds up sources by rank: the highest one counts in full, each lower one only where those above it have a gap.
    private mutating func addUnion(
        _ row: HealthMapping,
        samples found: [Int: [StoredSample]],
        within range: Range<Int64>,
        ranks: SourceRanks
    ) {
        guard let metric = row.metric else { return }
        var taken = Coverage()
        for (rank, source) in ranks.order.enumerated() {
            guard let samples = found[source] else { continue }
            for sample in samples {
                if row.aggregation == .interval {
                    intraday.add(sample, of: row, within: range, taken: taken, frame: &frame)
                } else {
                    routine.add(
                        sample,
                        of: metric,
                        identifier: row.identifier,
                        rank: rank,
                        within: range,
                        taken: taken,
                        frame: &frame
                    )
                }
            }
            taken.insert(samples.lazy.map { $0.start..<max($0.start, $0.end) })
        }
        routine.flushRun()
    }

    /// Adds totals of local days that the input has instead of samples.
    ///
    /// For one source, type and day the largest total counts, because files of one export report the same day at
    /// different hours.
    /// A total covers the whole day of its source, so it competes with samples by source rank. The highest source that has
    /// anything of the type and day decides:
    /// - If that source has a total, the total is the day's value. It includes the source's own samples, and leaves lower
    ///   sources no gap.
    /// - If it has only samples, the day is the union of all samples. A lower source's total is ignored: it is unknown
    ///   which part of it falls into the gaps, and walking would count twice.
    ///
    /// A total of zero is ignored, because exports write it for days without data. Standing hours have no source rank;
    /// there a total counts only if no hour is reported. Food is kept by source, so a total replaces only its own
    /// source's samples. A total cannot be divided into intraday intervals.
    private mutating func addTotals(_ totals: [HeldDayTotal], ranks: SourceRanks, of collector: HealthCollector) {
        guard !totals.isEmpty else { return }
        let places = ranks.places
        for total in totals {
            let type = collector.types[total.key.type]
            guard frame.wants(type.identifier, on: total.key.day) else { continue }
            let unit = collector.units.indices.contains(total.key.unit) ? collector.units[total.key.unit] : ""
            for row in type.rows { add(total, unit: unit, of: row, rank: places[total.key.source] ?? .max) }
        }
    }

    private mutating func add(_ total: HeldDayTotal, unit: String, of row: HealthMapping, rank: Int) {
        let isStanding = row.aggregation == .dayHours && row.value == HealthCategory.stood
        guard let metric = row.metric, isStanding || [.dayUnion, .daySum].contains(row.aggregation) else { return }
        guard let value = HealthUnits.canonical(metric, value: total.value, unit: unit) else {
            frame.unknownUnits += 1
            return
        }
        let day = total.key.day
        let moment = frame.history.moment(of: day)
        if row.aggregation == .daySum {
            let key = FoodDay.Key(day: day, source: total.key.source)
            food.add(RankedTotal(rank: 0, value: value), of: metric, to: key, at: moment)
        } else {
            routine.add(RankedTotal(rank: rank, value: value), of: metric, to: day, at: moment)
        }
    }
}
