internal import FoundationEssentials
public import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Collects the content of one pass over an input, within a memory budget.
///
/// If the budget is exceeded, it drops the latest weeks; a later pass starts with them.
public struct HealthCollector: HealthSink {
    let options: HealthImportOptions
    /// The first collected period.
    let firstPeriod: Int
    /// The first period after the collected ones.
    private(set) var endPeriod = Int.max
    /// Whether content without a time is recorded, as in the first pass only.
    private let isFirstPass: Bool

    private(set) var types: [CollectedType] = []
    private(set) var sources: [HealthSource] = []
    private(set) var units: [String] = []
    private(set) var hints: [ZoneHint] = []
    /// The time of the export in seconds since 1970, and its UTC offset in seconds.
    public private(set) var exported: (time: Int64, utcOffset: Int)?
    /// A salted hash of the person's identity.
    public private(set) var fingerprint: String?
    /// The files that are listed but not read; the first 10,000.
    public private(set) var attachments: [HealthAttachment] = []
    /// The number of samples dropped because no person has such a value.
    private(set) var outOfRange = 0

    private var columns: [SampleColumn] = []
    private var places: [SampleColumn.Key: Int] = [:]
    private var lastKey: SampleColumn.Key?
    private var lastPlace = 0
    private var lastPeriod = 0
    private var lastTimes: Range<Int64> = 0..<0
    private(set) var workouts: [Int: [HealthWorkout]] = [:]
    private(set) var meals: [Int: [HealthCorrelation]] = [:]
    /// The blood pressures whose parts the input names, by period.
    private(set) var pairs: [Int: [HeldPair]] = [:]
    private var totals: [Int: [HeldDayTotal.Key: DecimalNumber]] = [:]
    private var bytes = 0
    /// The latest end of intraday samples that were not collected.
    private var droppedLatest: Int64 = .min
    private let times: Range<Int64>
    private var sourceNumbers: [String: Int] = [:]
    private var unitNumbers: [String: Int] = [:]

    /// The most periods that a sample may touch: a year.
    private static let mostPeriods = 14
    /// The approximate size of a day's total in bytes.
    private static let totalSize = 96
    /// The approximate size of a blood pressure in bytes.
    private static let pairSize = 176
    /// The most sources and units; further sources count as the last one, further units as unknown.
    ///
    /// Real exports have up to 700.
    private static let mostNames = 20_000

    init(_ options: HealthImportOptions, firstPeriod: Int? = nil) {
        self.options = options
        self.firstPeriod = firstPeriod ?? .min
        isFirstPass = firstPeriod == nil
        times = options.times
    }

    /// Introduces a type; nil if no wanted record needs it.
    public mutating func type(_ identifier: String) -> Int? {
        let isWanted = options.types?.contains(identifier) ?? true
        let all = isWanted ? HealthMappingTable.rows(of: identifier, in: options.sets) : []
        let rows = all.filter { $0.aggregation != .none }
        // Workouts of other apps take their heart rate from the samples.
        let isPulse = identifier == HealthIdentifier.heartRate && options.sets.contains(.fitness)
        guard !rows.isEmpty || isPulse else { return nil }
        types.append(CollectedType(identifier: identifier, rows: rows))
        return types.count - 1
    }

    /// Introduces a source.
    public mutating func source(_ source: HealthSource) -> Int {
        if let known = sourceNumbers[source.name] { return known }
        guard sources.count < Self.mostNames else { return sources.count - 1 }
        sources.append(source)
        sourceNumbers[source.name] = sources.count - 1
        return sources.count - 1
    }

    /// Introduces a unit.
    public mutating func unit(_ name: String) -> Int {
        if let known = unitNumbers[name] { return known }
        // A value in another one's unit would be a wrong value.
        if units.count == Self.mostNames { units.append("") }
        guard units.count < Self.mostNames else { return Self.mostNames }
        units.append(name)
        unitNumbers[name] = units.count - 1
        return units.count - 1
    }

    /// Holds a sample in each period that it touches.
    public mutating func receive(_ sample: HealthSample) {
        guard sample.start < times.upperBound, sample.end >= times.lowerBound else { return }
        guard options.includesUserEntered || !sample.flags.contains(.userEntered) else { return }
        if !lastTimes.contains(sample.start) {
            lastPeriod = SamplePeriod.number(at: sample.start)
            lastTimes = SamplePeriod.range(lastPeriod)
        }
        let first = lastPeriod
        // Almost all samples lie within one period.
        if sample.end <= lastTimes.upperBound { return hold(sample, in: first) }
        guard sample.end > sample.start, types[sample.type].isSpread else { return hold(sample, in: first) }
        let last = SamplePeriod.number(at: sample.end - 1)
        guard last - first <= Self.mostPeriods else {
            outOfRange += 1
            return
        }
        for period in first...last { hold(sample, in: period) }
    }

    /// Holds or records an event.
    public mutating func receive(_ event: HealthEvent) {
        switch event {
        case .workout(let workout): hold(workout)
        case .correlation(let correlation): hold(correlation)
        case .zoneHint(let hint): note(hint)
        case .attachment(let attachment):
            if isFirstPass, attachments.count < 10_000 { attachments.append(attachment) }
        case .exported(let time, let utcOffset): exported = (time, utcOffset)
        case .person(let fingerprint): self.fingerprint = self.fingerprint ?? fingerprint
        case .dayTotal(let total): hold(total)
        }
    }

    /// The periods with content, in order.
    var periods: [Int] {
        Set(places.keys.map(\.period)).union(workouts.keys).union(meals.keys).union(totals.keys).sorted()
    }

    /// The totals of a period in no particular order, with several counters added up.
    func totals(of period: Int) -> [HeldDayTotal] {
        var sums: [HeldDayTotal.Key: DecimalNumber] = [:]
        for (key, value) in totals[period] ?? [:] {
            let whole = HeldDayTotal.Key(type: key.type, source: key.source, unit: key.unit, part: nil, day: key.day)
            sums[whole] = key.part == nil ? value : (sums[whole] ?? 0).adding(value) ?? value
        }
        return sums.map { HeldDayTotal(key: $0.key, value: $0.value) }
    }

    /// The keys of all collected columns, by period and type.
    var index: [Int: [Int: [SampleColumn.Key]]] {
        Dictionary(grouping: places.keys, by: \.period).mapValues { Dictionary(grouping: $0, by: \.type) }
    }

    /// The samples of columns of one type and period, by source: sorted, without duplicates.
    func samples(_ keys: [SampleColumn.Key]) -> [Int: [StoredSample]] {
        Dictionary(grouping: keys, by: \.source).mapValues { keys in
            var found: [StoredSample] = []
            for key in keys {
                guard let place = places[key] else { continue }
                columns[place].add(to: &found, unit: key.unit)
            }
            return StoredSample.distinct(found)
        }
    }

    // MARK: Holding

    private func isHeld(_ period: Int) -> Bool { period >= firstPeriod && period < endPeriod }

    private mutating func hold(_ sample: HealthSample, in period: Int) {
        guard isHeld(period) else { return noteDropped(sample.end, type: sample.type) }
        let key = SampleColumn.Key(
            type: sample.type,
            source: sample.source,
            unit: sample.unit ?? -1,
            period: period
        )
        if key != lastKey { open(key) }
        let size = columns[lastPlace].append(sample)
        outOfRange += size == 0 ? 1 : 0
        grow(by: size)
    }

    /// Records the end of a sample that only a later pass holds.
    private mutating func noteDropped(_ end: Int64, type: Int) {
        if end > droppedLatest, types[type].hasIntervals { droppedLatest = end }
    }

    /// The latest end of intraday samples, collected or not, but not after the input was received.
    ///
    /// A date in the far future is wrong, and would exclude every real day.
    var lastInterval: Int64? {
        var last = droppedLatest
        for (key, place) in places where types[key.type].hasIntervals { last = max(last, columns[place].latest) }
        return last == .min ? nil : min(last, Int64(clamping: options.receivedAt.timeIntervalSince1970))
    }

    private mutating func open(_ key: SampleColumn.Key) {
        lastKey = key
        if let place = places[key] {
            lastPlace = place
        } else {
            columns.append(SampleColumn())
            lastPlace = columns.count - 1
            places[key] = lastPlace
            grow(by: 96)
        }
    }

    private mutating func hold(_ workout: HealthWorkout) {
        guard options.sets.contains(.fitness), options.types?.contains(HealthIdentifier.workout) ?? true,
            times.contains(workout.start)
        else { return }
        let period = SamplePeriod.number(at: workout.start)
        guard isHeld(period) else { return }
        workouts[period, default: []].append(workout)
        grow(by: 256 + workout.statistics.count * 128)
    }

    /// Holds a meal or a pair, and the samples of any correlation; duplicates at the top level are dropped later.
    private mutating func hold(_ correlation: HealthCorrelation) {
        for sample in correlation.samples { receive(sample) }
        if correlation.type == HealthIdentifier.bloodPressure { hold(pair: correlation) }
        guard correlation.type == HealthIdentifier.food, options.sets.contains(.basicNutrition),
            times.contains(correlation.start)
        else { return }
        let period = SamplePeriod.number(at: correlation.start)
        guard isHeld(period) else { return }
        meals[period, default: []].append(correlation)
        grow(by: 128 + correlation.samples.count * 80)
    }

    /// Holds a blood pressure with both values, unless the options exclude it.
    private mutating func hold(pair: HealthCorrelation) {
        let isWanted = options.includesUserEntered || !pair.samples.contains { $0.flags.contains(.userEntered) }
        let period = SamplePeriod.number(at: pair.start)
        guard isWanted, times.contains(pair.start), isHeld(period), let held = HeldPair(pair) else { return }
        pairs[period, default: []].append(held)
        grow(by: Self.pairSize)
    }

    /// Holds a day's total if it is the largest of its source, type and day; zero is ignored.
    private mutating func hold(_ total: HealthDayTotal) {
        let day = LocalDay(number: total.day)
        guard options.includes(day), total.value != 0 else { return }
        guard ExactSum(total.value) != nil, total.value > 0 else {
            outOfRange += 1
            return
        }
        // Noon, so that samples of the day in the next period still find the total.
        let period = SamplePeriod.number(at: Int64(total.day) * 86_400 + 43_200)
        guard isHeld(period) else { return }
        let key = HeldDayTotal.Key(
            type: total.type,
            source: total.source,
            unit: total.unit ?? -1,
            part: total.part,
            day: day
        )
        let known = totals[period]?[key]
        totals[period, default: [:]][key] = max(known ?? total.value, total.value)
        grow(by: known == nil ? Self.totalSize : 0)
    }

    /// Records a zone hint unless the previous one is equal and only hours old.
    private mutating func note(_ hint: ZoneHint) {
        guard isFirstPass, hints.count < 200_000 else { return }
        if let last = hints.last, last.zone == hint.zone, abs(last.time - hint.time) < 6 * 3_600,
            hint.time >= last.time
        {
            return
        }
        hints.append(hint)
    }

    /// Counts memory, and drops the latest periods if the budget is exceeded.
    private mutating func grow(by size: Int) {
        bytes += size
        guard bytes > options.memoryBudget else { return }
        let held = periods
        guard held.count > 1 else { return }
        endPeriod = held[held.count - max(1, held.count / 4)]
        lastKey = nil
        for (key, place) in places where key.period >= endPeriod {
            bytes -= columns[place].size + 96
            noteDropped(columns[place].latest, type: key.type)
            columns[place] = SampleColumn()
            places[key] = nil
        }
        for period in workouts.keys where period >= endPeriod { workouts[period] = nil }
        for period in meals.keys where period >= endPeriod { meals[period] = nil }
        for period in pairs.keys where period >= endPeriod { pairs[period] = nil }
        for period in totals.keys where period >= endPeriod { totals[period] = nil }
        bytes =
            places.values.reduce(0) { $0 + columns[$1].size + 96 }
            + workouts.values.reduce(0) { $0 + $1.count } * 512 + meals.values.reduce(0) { $0 + $1.count } * 1_024
            + totals.values.reduce(0) { $0 + $1.count } * Self.totalSize
            + pairs.values.reduce(0) { $0 + $1.count } * Self.pairSize
    }

    /// Whether a single period exceeds the memory budget.
    var isTooDense: Bool { bytes > options.memoryBudget * 2 }
}
