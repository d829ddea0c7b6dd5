internal import HealthInputs
internal import VitalRecords

extension RecordBuilder {
    /// Gives the records of single samples, in the order of time.
    mutating func emitSamples(
        _ samples: [Int: [Int: [StoredSample]]],
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        var groups: [SampleGroup.Place: SampleGroup] = [:]
        for (type, bySource) in samples {
            for row in collector.types[type].rows where [.sample, .pair].contains(row.aggregation) {
                for (source, samples) in bySource { add(samples, row, source, collector.units, &groups) }
            }
        }
        let whole = groups.values.filter {
            $0.identifier != HealthIdentifier.bloodPressure || $0.measurements.count == 2
        }
        for group in whole.sorted(by: Self.precedes) {
            let day = history.day(at: group.start)
            guard options.includes(day) else { continue }
            try emit(HealthRecord(reading(group, collector.sources[group.source]), day))
        }
    }

    private mutating func add(
        _ samples: [StoredSample],
        _ row: HealthMapping,
        _ source: Int,
        _ units: [String],
        _ groups: inout [SampleGroup.Place: SampleGroup]
    ) {
        guard let record = row.record, let metric = row.metric else { return }
        let identifier = Self.groupIdentifier(row)
        var last: (start: Int64, end: Int64, ordinal: Int)?
        for sample in row.identifier == HealthIdentifier.heartRate ? thinned(samples) : samples {
            let isEqual = last.map { $0.start == sample.start && $0.end == sample.end } ?? false
            let ordinal = isEqual ? (last?.ordinal ?? 0) + 1 : 0
            last = (sample.start, sample.end, ordinal)
            let unit = units.indices.contains(sample.unit) ? units[sample.unit] : ""
            guard
                let measurement = HealthUnits.measurement(
                    metric,
                    sample.value,
                    unit: unit,
                    origin: ReadingMaker.origin(sample.flags)
                )
            else {
                unknownUnits += 1
                continue
            }
            let place = SampleGroup.Place(
                identifier: identifier,
                source: source,
                start: sample.start,
                end: sample.end,
                ordinal: ordinal
            )
            var group =
                groups[place]
                ?? SampleGroup(
                    type: record,
                    identifier: identifier,
                    source: source,
                    start: sample.start,
                    end: sample.end,
                    ordinal: ordinal
                )
            group.measurements.append(measurement)
            group.meal = group.meal ?? Self.meal(sample.flags)
            groups[place] = group
        }
    }

    /// One heart rate of each interval: the first one.
    private func thinned(_ samples: [StoredSample]) -> [StoredSample] {
        guard options.pulseInterval > 0 else { return samples }
        var last = Int64.min
        return samples.filter { sample in
            let interval = sample.start - sample.start % options.pulseInterval
            defer { last = interval }
            return interval != last
        }
    }

    /// What names the samples that make one record together.
    private static func groupIdentifier(_ row: HealthMapping) -> String {
        if row.aggregation == .pair { return HealthIdentifier.bloodPressure }
        return row.set == .weight ? HealthSet.weight.rawValue : row.identifier
    }

    private static func meal(_ flags: HealthSampleFlags) -> String? {
        if flags.contains(.beforeMeal) { return "before_meal" }
        return flags.contains(.afterMeal) ? "after_meal" : nil
    }

    private static func precedes(_ left: SampleGroup, _ right: SampleGroup) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.identifier != right.identifier { return left.identifier < right.identifier }
        if left.source != right.source { return left.source < right.source }
        return (left.end, left.ordinal) < (right.end, right.ordinal)
    }

    private mutating func reading(_ group: SampleGroup, _ source: HealthSource) -> Reading {
        maker.sample(
            group.type,
            key: maker.sampleKey(group.identifier, source, group.start, group.end, group.ordinal),
            at: group.start,
            utcOffset: history.offset(at: group.start),
            source,
            group.measurements.sorted { $0.metric.rawValue < $1.metric.rawValue },
            context: group.meal.map { ReadingContext(meal: $0) },
            details: group.end > group.start ? RecordDetails(end: ReadingMaker.date(group.end)) : nil
        )
    }
}
