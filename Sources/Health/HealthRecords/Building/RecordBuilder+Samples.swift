internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Gives the records of single samples, in the order of time.
    mutating func emitSamples(
        _ samples: [Int: [Int: [StoredSample]]],
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        var pending: [PendingSample] = []
        var rows: [HealthMapping] = []
        for (type, bySource) in samples.sorted(by: { $0.key < $1.key }) {
            for row in collector.types[type].rows where row.isSingle {
                rows.append(row)
                add(bySource, row, rows.count - 1, collector.units, &pending)
            }
        }
        pending.sort()
        for sample in pending {
            let day = history.day(at: sample.start)
            guard options.includes(day) else { continue }
            try emit(record(sample, rows[sample.row], day, collector.sources[sample.source]))
        }
    }

    private mutating func add(
        _ bySource: [Int: [StoredSample]],
        _ row: HealthMapping,
        _ place: Int,
        _ units: [String],
        _ pending: inout [PendingSample]
    ) {
        guard let metric = row.metric else { return }
        var ways = UnitWays(metric, units)
        for (source, samples) in bySource {
            var ordinals = Ordinals()
            for sample in row.identifier == HealthIdentifier.heartRate ? thinned(samples) : samples {
                let ordinal = ordinals.next(sample)
                let said = row.aggregation == .occurrence ? 1 : sample.value
                guard let (value, unit) = ways.measure(said, unit: sample.unit) else {
                    unknownUnits += 1
                    continue
                }
                pending.append(
                    PendingSample(
                        start: sample.start,
                        end: sample.end,
                        ordinal: ordinal,
                        source: source,
                        row: place,
                        value: value,
                        unit: unit,
                        flags: sample.flags
                    )
                )
            }
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

    private mutating func record(
        _ sample: PendingSample,
        _ row: HealthMapping,
        _ day: LocalDay,
        _ source: HealthSource
    ) -> HealthRecord {
        let isMoment = sample.end == sample.start
        let origin = Self.origin(sample.flags)
        let metric = row.metric ?? MetricName(rawValue: row.identifier)
        return HealthRecord(
            type: row.record ?? .biometrics,
            day: day,
            measurements: [Measurement(metric: metric, value: sample.value, unit: sample.unit, origin: origin)],
            details: isMoment ? nil : RecordDetails(end: HealthRecord.date(sample.end)),
            identity: .sample(type: row.identifier, ordinal: sample.ordinal),
            start: sample.start,
            end: sample.end,
            utcOffset: history.offset(at: sample.start),
            source: source,
            meal: Self.meal(sample.flags),
            context: context
        )
    }

    private static func meal(_ flags: HealthSampleFlags) -> String? {
        if flags.contains(.beforeMeal) { return "before_meal" }
        return flags.contains(.afterMeal) ? "after_meal" : nil
    }
}
