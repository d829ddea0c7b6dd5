internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Builds the routine records: a local day's activity over all sources.
struct RoutineBuilder {
    private static let sumRows = HealthMappingTable.rows.filter { $0.aggregation == .dayUnion }

    private var days: [LocalDay: RoutineDay] = [:]
    /// The sum of the last samples while they share day, unit and rank.
    private var run: DayRun?

    /// Adds the part of a sample's value that no source of higher rank covers to the days that the sample touches.
    mutating func add(
        _ sample: StoredSample,
        of metric: MetricName,
        identifier: String,
        rank: Int,
        within range: Range<Int64>,
        taken: Coverage,
        frame: inout RecordFrame
    ) {
        guard let value = ExactSum(sample.value) else { return }
        func add(_ part: ExactSum, on day: LocalDay, at time: Int64) {
            append(
                DayRun(day: day, metric: metric, unit: sample.unit, rank: rank, moment: time, sum: part),
                of: identifier,
                frame: &frame
            )
        }
        guard sample.end > sample.start else {
            guard range.contains(sample.start), !taken.contains(sample.start) else { return }
            return add(value, on: frame.history.day(at: sample.start), at: sample.start)
        }
        var start = max(sample.start, range.lowerBound)
        let end = min(sample.end, range.upperBound)
        while start < end {
            let piece = frame.history.piece(at: start)
            let pieceEnd = min(end, piece.end)
            let free = taken.uncovered(start, end: pieceEnd)
            if free > 0 { add(value.part(free, of: sample.end - sample.start), on: piece.day, at: start) }
            start = pieceEnd
        }
    }

    private mutating func append(_ part: DayRun, of identifier: String, frame: inout RecordFrame) {
        if run?.day == part.day, run?.unit == part.unit, run?.rank == part.rank {
            run?.sum.add(part.sum)
            return
        }
        flushRun()
        guard frame.wants(identifier, on: part.day) else { return }
        run = part
    }

    /// Adds the open run to its day; call it after the samples of each type.
    mutating func flushRun() {
        guard let run else { return }
        days[run.day, default: RoutineDay(moment: run.moment)].sums
            .add(run.sum, to: run.metric, unit: run.unit, rank: run.rank)
        self.run = nil
    }

    /// Adds a source's own total of a day.
    mutating func add(_ total: RankedTotal, of metric: MetricName, to day: LocalDay, at moment: Int64) {
        days[day, default: RoutineDay(moment: moment)].sums.take(total, of: metric)
    }

    /// Adds hours with or without standing; each hour counts once.
    mutating func addHours(_ row: HealthMapping, samples found: [Int: [StoredSample]], frame: inout RecordFrame) {
        for sample in found.values.joined() where sample.value == row.value.map({ DecimalNumber($0) }) {
            let day = frame.history.day(at: sample.start)
            guard frame.wants(row.identifier, on: day) else { continue }
            if row.metric == .standHoursCount {
                days[day, default: RoutineDay(moment: sample.start)].stood.insert(sample.start)
            } else {
                days[day, default: RoutineDay(moment: sample.start)].idle.insert(sample.start)
            }
        }
    }

    /// Adds mindful time; overlapping samples count once.
    mutating func addTime(
        _ row: HealthMapping,
        samples found: [Int: [StoredSample]],
        within range: Range<Int64>,
        frame: inout RecordFrame
    ) {
        var taken = Coverage()
        taken.insert(found.values.joined().map { ($0.start..<max($0.start, $0.end)).clamped(to: range) })
        for interval in taken.intervals {
            var start = interval.lowerBound
            while start < interval.upperBound {
                let piece = frame.history.piece(at: start)
                let end = min(interval.upperBound, piece.end)
                if frame.wants(row.identifier, on: piece.day) {
                    days[piece.day, default: RoutineDay(moment: start)].mindfulSeconds += end - start
                }
                start = end
            }
        }
    }

    /// Emits the days that end before a time, in order.
    mutating func emit(
        endingBefore limit: Int64,
        of collector: HealthCollector,
        frame: inout RecordFrame,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        for (day, sums) in days.sorted(by: { $0.key < $1.key }) {
            let extent = frame.history.extent(at: sums.moment)
            guard extent.end < limit else { continue }
            days[day] = nil
            let measurements = Self.measurements(sums, units: collector.units, frame: &frame)
            guard !measurements.isEmpty else { continue }
            try emit(
                frame.summary(
                    .routine,
                    of: .routine,
                    on: day,
                    extent: extent,
                    source: nil,
                    measurements: measurements
                )
            )
        }
    }

    private static func measurements(_ day: RoutineDay, units: [String], frame: inout RecordFrame) -> [Measurement] {
        var found: [Measurement] = []
        func add(_ metric: MetricName, value: DecimalNumber?) {
            guard let value, let unit = MetricTable.metric(named: metric)?.canonicalUnit.ucum else { return }
            found.append(Measurement(metric: metric, value: value, unit: unit))
        }
        let metrics = day.sums.metrics
        for row in sumRows {
            guard let metric = row.metric, metrics.contains(metric) else { continue }
            let total = day.sums.total(metric, units: units)
            frame.unknownUnits += total == nil ? 1 : 0
            add(metric, value: total)
        }
        // The total energy is known only if both parts are.
        if let active = day.sums.total(.activeEnergyBurned, units: units),
            let basal = day.sums.total(.basalEnergyBurned, units: units)
        {
            add(.energyBurned, value: active.adding(basal)?.withoutTrailingFractionZeros)
        }
        let idle = day.idle.subtracting(day.stood)
        if !day.stood.isEmpty || !idle.isEmpty {
            add(.standHoursCount, value: DecimalNumber(Int64(day.stood.count)))
            add(.idleHoursCount, value: DecimalNumber(Int64(idle.count)))
        } else {
            add(.standHoursCount, value: day.sums.whole(.standHoursCount))
        }
        if day.mindfulSeconds > 0 { add(.mindfulDuration, value: DecimalNumber(day.mindfulSeconds)) }
        return found
    }
}
