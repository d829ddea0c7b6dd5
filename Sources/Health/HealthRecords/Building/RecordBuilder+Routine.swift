internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Adds sums of days: the source of the highest rank counts, each next one fills what is left free.
    mutating func addUnion(
        _ row: HealthMapping,
        _ found: [Int: [StoredSample]],
        _ range: Range<Int64>,
        _ ranks: SourceRanks
    ) {
        guard let metric = row.metric else { return }
        var taken = Coverage()
        for (rank, source) in ranks.order.enumerated() {
            guard let samples = found[source] else { continue }
            for sample in samples {
                if row.aggregation == .interval {
                    addIntervals(sample, row, range, taken)
                } else {
                    addPieces(sample, metric, row.identifier, rank, range, taken)
                }
            }
            taken.insert(samples.lazy.map { $0.start..<max($0.start, $0.end) })
        }
        flushRun()
    }

    private mutating func addPieces(
        _ sample: StoredSample,
        _ metric: MetricName,
        _ identifier: String,
        _ rank: Int,
        _ range: Range<Int64>,
        _ taken: Coverage
    ) {
        guard let value = ExactSum(sample.value) else { return }
        guard sample.end > sample.start else {
            guard range.contains(sample.start), !taken.contains(sample.start) else { return }
            let day = history.day(at: sample.start)
            return add(value, metric, identifier, rank, sample.unit, day, at: sample.start)
        }
        var start = max(sample.start, range.lowerBound)
        let end = min(sample.end, range.upperBound)
        while start < end {
            let piece = history.piece(at: start)
            let pieceEnd = min(end, piece.end)
            let free = taken.uncovered(start, pieceEnd)
            if free > 0 {
                let part = value.part(free, of: sample.end - sample.start)
                add(part, metric, identifier, rank, sample.unit, piece.day, at: start)
            }
            start = pieceEnd
        }
    }

    private mutating func add(
        _ value: ExactSum,
        _ metric: MetricName,
        _ identifier: String,
        _ rank: Int,
        _ unit: Int,
        _ day: LocalDay,
        at time: Int64
    ) {
        if run?.day == day, run?.unit == unit, run?.rank == rank {
            run?.sum.add(value)
            return
        }
        flushRun()
        guard options.includes(day), isWhole(identifier, day) else { return }
        run = DayRun(day: day, metric: metric, unit: unit, rank: rank, moment: time, sum: value)
    }

    /// Puts the sum of samples of one day that followed each other to the day's others.
    private mutating func flushRun() {
        guard let run else { return }
        routineDays[run.day, default: RoutineDay(moment: run.moment)].sums
            .add(run.sum, to: run.metric, unit: run.unit, rank: run.rank)
        self.run = nil
    }

    /// Adds hours with or without standing; each hour counts once.
    mutating func addHours(_ row: HealthMapping, _ found: [Int: [StoredSample]]) {
        for sample in found.values.joined() where sample.value == row.value.map({ DecimalNumber($0) }) {
            let day = history.day(at: sample.start)
            guard options.includes(day), isWhole(row.identifier, day) else { continue }
            if row.metric == .standHoursCount {
                routineDays[day, default: RoutineDay(moment: sample.start)].stood.insert(sample.start)
            } else {
                routineDays[day, default: RoutineDay(moment: sample.start)].idle.insert(sample.start)
            }
        }
    }

    /// Adds time, what overlaps once.
    mutating func addTime(_ row: HealthMapping, _ found: [Int: [StoredSample]], _ range: Range<Int64>) {
        var taken = Coverage()
        taken.insert(found.values.joined().map { ($0.start..<max($0.start, $0.end)).clamped(to: range) })
        for interval in taken.intervals {
            var start = interval.lowerBound
            while start < interval.upperBound {
                let piece = history.piece(at: start)
                let end = min(interval.upperBound, piece.end)
                if options.includes(piece.day), isWhole(row.identifier, piece.day) {
                    routineDays[piece.day, default: RoutineDay(moment: start)].mindfulSeconds += end - start
                }
                start = end
            }
        }
    }

    /// Gives the days that no later sample can add to.
    mutating func emitRoutine(
        endingBefore limit: Int64,
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        for (day, sums) in routineDays.sorted(by: { $0.key < $1.key }) {
            let extent = history.extent(at: sums.moment)
            guard extent.end < limit else { continue }
            routineDays[day] = nil
            let measurements = measurements(sums, collector.units)
            guard !measurements.isEmpty else { continue }
            try emit(summary(.routine, .routine, day, extent, nil, measurements))
        }
    }

    private static let sumRows = HealthMappingTable.rows.filter { $0.aggregation == .dayUnion }

    private mutating func measurements(_ day: RoutineDay, _ units: [String]) -> [Measurement] {
        var found: [Measurement] = []
        func add(_ metric: MetricName, _ value: DecimalNumber?) {
            guard let value, let unit = MetricTable.metric(named: metric)?.canonicalUnit.ucum else { return }
            found.append(Measurement(metric: metric, value: value, unit: unit))
        }
        let metrics = day.sums.metrics
        for row in Self.sumRows {
            guard let metric = row.metric, metrics.contains(metric) else { continue }
            let total = day.sums.total(metric, units: units)
            unknownUnits += total == nil ? 1 : 0
            add(metric, total)
        }
        // The whole energy is known only where both parts are.
        if let active = day.sums.total(.activeEnergyBurned, units: units),
            let basal = day.sums.total(.basalEnergyBurned, units: units)
        {
            add(.energyBurned, active.adding(basal)?.withoutTrailingFractionZeros)
        }
        let idle = day.idle.subtracting(day.stood)
        if !day.stood.isEmpty || !idle.isEmpty {
            add(.standHoursCount, DecimalNumber(Int64(day.stood.count)))
            add(.idleHoursCount, DecimalNumber(Int64(idle.count)))
        } else {
            add(.standHoursCount, day.sums.whole(.standHoursCount))
        }
        if day.mindfulSeconds > 0 { add(.mindfulDuration, DecimalNumber(day.mindfulSeconds)) }
        return found
    }
}
