internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Gives the records of samples that belong together, in the order of time.
    mutating func emitGroups(
        _ samples: [Int: [Int: [StoredSample]]],
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        var groups: [SampleGroup.Place: SampleGroup] = [:]
        for (type, bySource) in samples {
            for row in collector.types[type].rows where row.aggregation == .pair || row.set == .weight {
                for (source, samples) in bySource { add(samples, row, source, collector.units, &groups) }
            }
        }
        // Half of a blood pressure is none.
        let whole = groups.values.filter {
            $0.place.identifier != HealthIdentifier.bloodPressure || $0.measurements.count == 2
        }
        for group in whole.sorted(by: Self.precedes) {
            let day = history.day(at: group.place.start)
            guard options.includes(day) else { continue }
            try emit(record(group, day, collector.sources[group.place.source]))
        }
    }

    private mutating func add(
        _ samples: [StoredSample],
        _ row: HealthMapping,
        _ source: Int,
        _ units: [String],
        _ groups: inout [SampleGroup.Place: SampleGroup]
    ) {
        guard let type = row.record, let metric = row.metric else { return }
        var ways = UnitWays(metric, units)
        var ordinals = Ordinals()
        for sample in samples {
            let place = SampleGroup.Place(
                identifier: row.aggregation == .pair ? HealthIdentifier.bloodPressure : row.set.rawValue,
                source: source,
                start: sample.start,
                end: sample.end,
                ordinal: ordinals.next(sample)
            )
            guard let (value, unit) = ways.measure(sample.value, unit: sample.unit) else {
                unknownUnits += 1
                continue
            }
            let origin = Self.origin(sample.flags)
            groups[place, default: SampleGroup(place: place, type: type)].measurements
                .append(Measurement(metric: metric, value: value, unit: unit, origin: origin))
        }
    }

    private static func precedes(_ left: SampleGroup, _ right: SampleGroup) -> Bool {
        let (left, right) = (left.place, right.place)
        if left.start != right.start { return left.start < right.start }
        if left.identifier != right.identifier { return left.identifier < right.identifier }
        return (left.source, left.end, left.ordinal) < (right.source, right.end, right.ordinal)
    }

    private mutating func record(_ group: SampleGroup, _ day: LocalDay, _ source: HealthSource) -> HealthRecord {
        let isMoment = group.place.end == group.place.start
        return HealthRecord(
            type: group.type,
            day: day,
            measurements: group.measurements.sorted { $0.metric.rawValue < $1.metric.rawValue },
            details: isMoment ? nil : RecordDetails(end: HealthRecord.date(group.place.end)),
            identity: .sample(type: group.place.identifier, ordinal: group.place.ordinal),
            start: group.place.start,
            end: group.place.end,
            utcOffset: history.offset(at: group.place.start),
            source: source,
            context: context
        )
    }
}
