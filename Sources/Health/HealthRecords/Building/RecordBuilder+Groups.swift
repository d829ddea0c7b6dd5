internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Emits one record for each group of samples that belong together, in time order.
    ///
    /// The input's own pairs are groups; other samples of one source and time belong together.
    ///
    /// - Parameter pairs: The blood pressures whose parts the input names.
    mutating func emitGroups(
        _ samples: [Int: [Int: [StoredSample]]],
        pairs: [HeldPair],
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let pairs = PairGroups(pairs, of: collector)
        var groups = pairs.groups
        for (type, bySource) in samples {
            for row in collector.types[type].rows where row.aggregation == .pair || row.set == .weight {
                for (source, samples) in bySource {
                    let lone = row.aggregation == .pair ? pairs.lone(samples, of: type, source: source) : samples
                    add(lone, of: row, source: source, units: collector.units, after: pairs, to: &groups)
                }
            }
        }
        for group in groups.values.sorted(by: Self.precedes) {
            let day = frame.history.day(at: group.place.start)
            guard frame.options.includes(day), isWhole(group) else { continue }
            try emit(record(group, on: day, source: collector.sources[group.place.source]))
        }
    }

    /// Whether a blood pressure has both values in the right order; invalid ones are counted.
    private mutating func isWhole(_ group: SampleGroup) -> Bool {
        guard group.place.identifier == HealthIdentifier.bloodPressure else { return true }
        guard group.measurements.count == 2 else {
            frame.leftOut.note(group.place.identifier, reason: .incomplete)
            return false
        }
        guard ValueCheck.unusual(in: group.measurements) == nil else {
            frame.leftOut.note(group.place.identifier, reason: .impossible)
            return false
        }
        return true
    }

    private mutating func add(
        _ samples: [StoredSample],
        of row: HealthMapping,
        source: Int,
        units: [String],
        after pairs: PairGroups,
        to groups: inout [SampleGroup.Place: SampleGroup]
    ) {
        guard let type = row.record, let metric = row.metric else { return }
        var ways = UnitWays(metric, units: units)
        var ordinals = Ordinals()
        for sample in samples {
            let taken = row.aggregation == .pair ? pairs.count(sample, source: source) : 0
            let place = SampleGroup.Place(
                identifier: row.aggregation == .pair ? HealthIdentifier.bloodPressure : row.set.rawValue,
                source: source,
                start: sample.start,
                end: sample.end,
                ordinal: ordinals.next(sample) + taken
            )
            guard let (value, unit) = ways.measure(sample.value, unit: sample.unit) else {
                frame.unknownUnits += 1
                continue
            }
            let origin = sample.flags.origin
            groups[place, default: SampleGroup(place: place, type: type)].measurements
                .append(Measurement(metric: metric, value: value, unit: unit, origin: origin))
        }
    }

    private static func precedes(_ left: SampleGroup, and right: SampleGroup) -> Bool {
        let (left, right) = (left.place, right.place)
        if left.start != right.start { return left.start < right.start }
        if left.identifier != right.identifier { return left.identifier < right.identifier }
        return (left.source, left.end, left.ordinal) < (right.source, right.end, right.ordinal)
    }

    private mutating func record(_ group: SampleGroup, on day: LocalDay, source: HealthSource) -> HealthRecord {
        let isMoment = group.place.end == group.place.start
        return HealthRecord(
            type: group.type,
            day: day,
            measurements: group.measurements.sorted { $0.metric.rawValue < $1.metric.rawValue },
            details: isMoment ? nil : RecordDetails(end: HealthRecord.date(group.place.end)),
            identity: .sample(type: group.place.identifier, ordinal: group.place.ordinal),
            start: group.place.start,
            end: group.place.end,
            utcOffset: frame.history.offset(at: group.place.start),
            source: source,
            context: frame.context
        )
    }
}

/// Samples of one source and time that make one record: a blood pressure, or all values of one weighing.
struct SampleGroup {
    /// The identity of a group.
    struct Place: Hashable {
        let identifier: String
        let source: Int
        let start: Int64
        let end: Int64
        var ordinal: Int
    }

    let place: Place
    let type: RecordType
    var measurements: [Measurement] = []
}
