internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Emits one record for each single sample, in time order.
    mutating func emitSamples(
        _ samples: [Int: [Int: [StoredSample]]],
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        var pending: [PendingSample] = []
        var rows: [HealthMapping] = []
        for (type, bySource) in samples.sorted(by: { $0.key < $1.key }) {
            for row in collector.types[type].rows where row.isSingle {
                rows.append(row)
                add(bySource, of: row, at: rows.count - 1, units: collector.units, to: &pending)
            }
        }
        pending.sort()
        for sample in pending {
            let day = frame.history.day(at: sample.start)
            guard frame.options.includes(day) else { continue }
            try emit(record(sample, of: rows[sample.row], on: day, source: collector.sources[sample.source]))
        }
    }

    private mutating func add(
        _ bySource: [Int: [StoredSample]],
        of row: HealthMapping,
        at place: Int,
        units: [String],
        to pending: inout [PendingSample]
    ) {
        guard let metric = row.metric else { return }
        var ways = UnitWays(metric, units: units)
        for (source, samples) in bySource {
            var ordinals = Ordinals()
            for sample in row.identifier == HealthIdentifier.heartRate ? thinned(samples) : samples {
                let ordinal = ordinals.next(sample)
                let said = row.aggregation == .occurrence ? 1 : sample.value
                guard let (value, unit) = ways.measure(said, unit: sample.unit) else {
                    frame.unknownUnits += 1
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

    /// Keeps the first heart rate of each interval.
    private func thinned(_ samples: [StoredSample]) -> [StoredSample] {
        guard frame.options.pulseInterval > 0 else { return samples }
        var last = Int64.min
        return samples.filter { sample in
            let interval = sample.start - sample.start % frame.options.pulseInterval
            defer { last = interval }
            return interval != last
        }
    }

    private mutating func record(
        _ sample: PendingSample,
        of row: HealthMapping,
        on day: LocalDay,
        source: HealthSource
    ) -> HealthRecord {
        let isMoment = sample.end == sample.start
        let origin = sample.flags.origin
        let metric = row.metric ?? MetricName(rawValue: row.identifier)
        return HealthRecord(
            type: row.record ?? .biometrics,
            day: day,
            measurements: [Measurement(metric: metric, value: sample.value, unit: sample.unit, origin: origin)],
            details: isMoment ? nil : RecordDetails(end: HealthRecord.date(sample.end)),
            identity: .sample(type: row.identifier, ordinal: sample.ordinal),
            start: sample.start,
            end: sample.end,
            utcOffset: frame.history.offset(at: sample.start),
            source: source,
            meal: sample.flags.meal,
            context: frame.context
        )
    }
}

extension HealthSampleFlags {
    /// Whether a person or a device made the value.
    var origin: MeasurementOrigin { contains(.userEntered) ? .manual : .device }

    /// The relation to a meal, as records name it; nil if unknown.
    fileprivate var meal: String? {
        if contains(.beforeMeal) { return "before_meal" }
        return contains(.afterMeal) ? "after_meal" : nil
    }
}
