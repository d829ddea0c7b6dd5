internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// The blood pressures whose parts the input names, as groups of records.
///
/// Two measurements of one minute have four values, of which only the input knows the pairs.
struct PairGroups {
    /// The groups.
    private(set) var groups: [SampleGroup.Place: SampleGroup] = [:]
    private var parts: Set<Part> = []
    private var counts: [SampleGroup.Place: Int] = [:]

    /// A value that belongs to a pair.
    private struct Part: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        let start: Int64
        let end: Int64
        let value: DecimalNumber
    }

    /// Makes a group of each pair that has both metrics.
    init(_ pairs: Set<HealthCorrelation>, of collector: HealthCollector) {
        for pair in pairs.sorted(by: Self.precedes) {
            let measurements = pair.samples.compactMap { Self.measurement($0, of: collector) }
            guard Set(measurements.map(\.metric)).count == 2 else { continue }
            let first = Self.place(pair.source, start: pair.start, end: pair.end)
            var place = first
            place.ordinal = counts[first] ?? 0
            counts[first] = place.ordinal + 1
            groups[place] = SampleGroup(place: place, type: .biometrics, measurements: measurements)
            for sample in pair.samples { parts.insert(Self.part(sample)) }
        }
    }

    /// The samples of a type and source that belong to no pair.
    func lone(_ samples: [StoredSample], of type: Int, source: Int) -> [StoredSample] {
        guard !parts.isEmpty else { return samples }
        return samples.filter { sample in
            !parts.contains(
                Part(
                    type: type,
                    source: source,
                    unit: sample.unit,
                    start: sample.start,
                    end: sample.end,
                    value: sample.value
                )
            )
        }
    }

    /// The number of pairs at the place of a sample, whose ordinals are taken.
    func count(_ sample: StoredSample, source: Int) -> Int {
        counts[Self.place(source, start: sample.start, end: sample.end)] ?? 0
    }

    private static func place(_ source: Int, start: Int64, end: Int64) -> SampleGroup.Place {
        SampleGroup.Place(
            identifier: HealthIdentifier.bloodPressure,
            source: source,
            start: start,
            end: end,
            ordinal: 0
        )
    }

    private static func part(_ sample: HealthSample) -> Part {
        Part(
            type: sample.type,
            source: sample.source,
            unit: sample.unit ?? -1,
            start: sample.start,
            end: max(sample.start, sample.end),
            value: sample.value
        )
    }

    private static func measurement(_ sample: HealthSample, of collector: HealthCollector) -> Measurement? {
        guard let metric = collector.types[sample.type].rows.first(where: { $0.aggregation == .pair })?.metric,
            let unit = sample.unit, collector.units.indices.contains(unit)
        else { return nil }
        return HealthUnits.measurement(
            metric,
            value: sample.value,
            unit: collector.units[unit],
            origin: sample.flags.origin
        )
    }

    /// Orders by time and values, so that the order of the input does not matter.
    private static func precedes(_ left: HealthCorrelation, and right: HealthCorrelation) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.source != right.source { return left.source < right.source }
        return values(left).lexicographicallyPrecedes(values(right))
    }

    private static func values(_ pair: HealthCorrelation) -> [DecimalNumber] {
        pair.samples.sorted { $0.type < $1.type }.map(\.value)
    }
}
