internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Makes readings of samples, period by period in the order of time.
///
/// What belongs to days is held until no later period can add to it.
struct RecordBuilder {
    /// How long after its end a day or a night is held: no zone's day ends later, no night is longer.
    static let patience: Int64 = 3 * 86_400

    let options: HealthImportOptions
    /// The same, for records.
    let context: RecordContext
    var history: ZoneHistory
    /// Where the input broke off.
    let cut: HealthCut?
    /// The last day of the input, for intraday steps.
    let lastTime: Int64?
    var run: DayRun?
    var routineDays: [LocalDay: RoutineDay] = [:]
    var foodDays: [FoodDay.Key: FoodDay] = [:]
    var intradayDays: [LocalDay: [Int64: ExactSum]] = [:]
    var openNights: [Int: OpenNight] = [:]
    var nights: [NightKey: [SleepSession]] = [:]
    /// How many values had a unit that their metric cannot have.
    var unknownUnits = 0
    /// How many nights of other apps said nothing of the time in bed.
    var skippedNights = 0

    init(_ options: HealthImportOptions, _ history: ZoneHistory, cut: HealthCut?, lastTime: Int64?) {
        self.options = options
        context = RecordContext(options)
        self.history = history
        self.cut = cut
        self.lastTime = lastTime
    }

    /// Takes a period's samples in, and gives the readings that are whole now.
    mutating func add(
        _ period: Int,
        _ keys: [Int: [SampleColumn.Key]],
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let range = SamplePeriod.range(period)
        let ranks = SourceRanks(collector.sources, named: options.sourcePriority)
        var samples: [Int: [Int: [StoredSample]]] = [:]
        for type in collector.types.indices {
            guard let columns = keys[type] else { continue }
            let found = collector.samples(columns)
            let rows = collector.types[type].rows
            if rows.contains(where: { [.sample, .occurrence, .pair].contains($0.aggregation) }) || rows.isEmpty {
                samples[type] = found
            }
            for row in rows { addToDays(row, found, range, ranks, collector) }
        }
        addTotals(collector.totals(of: period), ranks, collector)
        try emitSamples(samples, collector, emit)
        try emitGroups(samples, collector, emit)
        try addWorkouts(collector.workouts[period] ?? [], samples, collector, emit)
        addMeals(collector.meals[period] ?? [], collector)
        try emitDays(endingBefore: range.upperBound - Self.patience, collector, emit)
    }

    /// Gives all that is left.
    mutating func finish(_ collector: HealthCollector, _ emit: (HealthRecord) throws -> Void) throws {
        closeNights(before: .max, collector)
        try emitDays(endingBefore: .max, collector, emit)
    }

    private mutating func addToDays(
        _ row: HealthMapping,
        _ found: [Int: [StoredSample]],
        _ range: Range<Int64>,
        _ ranks: SourceRanks,
        _ collector: HealthCollector
    ) {
        switch row.aggregation {
        case .dayUnion, .interval: addUnion(row, found, range, ranks)
        case .dayHours: addHours(row, found)
        case .dayTime: addTime(row, found, range)
        case .daySum: addFoods(row, found, collector)
        case .night where row.metric == .sleepDuration: addSleep(found, collector)
        default: break
        }
    }

    private mutating func emitDays(
        endingBefore limit: Int64,
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        try emitRoutine(endingBefore: limit, collector, emit)
        try emitIntraday(endingBefore: limit, emit)
        try emitFoods(endingBefore: limit, collector, emit)
        if limit != .max { closeNights(before: limit, collector) }
        try emitNights(endingBefore: limit, collector, emit)
    }

    /// Whether a day's sum of a type is whole: false where the input broke off while it told of that type and day.
    mutating func isWhole(_ identifier: String, _ day: LocalDay) -> Bool {
        guard let cut, cut.type == identifier || !cut.isGroupedByType else { return true }
        guard cut.isOrdered || !cut.isGroupedByType else { return false }
        let last = [cut.lastStart.map { history.day(at: $0) }, cut.lastDay.map { LocalDay(number: $0) }]
        return last.compactMap { $0 }.min().map { day < $0 } ?? false
    }
}

/// What all records of an import have in common: once in memory, and not copied with each of them.
final class RecordContext: Sendable {
    let options: HealthImportOptions

    init(_ options: HealthImportOptions) {
        self.options = options
    }
}

/// Samples of one source and time that make one record: a blood pressure, what a scale says at once.
struct SampleGroup {
    /// What names a group.
    struct Place: Hashable {
        let identifier: String
        let source: Int
        let start: Int64
        let end: Int64
        let ordinal: Int
    }

    let place: Place
    let type: RecordType
    var measurements: [Measurement] = []
}
