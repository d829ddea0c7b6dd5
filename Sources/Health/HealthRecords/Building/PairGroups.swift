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

        /// Almost all values differ in their times.
        func hash(into hasher: inout Hasher) {
            hasher.combine(start)
            hasher.combine(type)
        }
    }

    /// Makes a group of each distinct pair that has both metrics.
    init(_ pairs: [HeldPair], of collector: HealthCollector) {
        var last: HeldPair?
        for pair in pairs.sorted() where last.map({ $0 < pair }) ?? true {
            last = pair
            let measurements = [pair.first, pair.second].compactMap { Self.measurement($0, of: collector) }
            guard measurements.count == 2, measurements[0].metric != measurements[1].metric else { continue }
            let first = Self.place(pair.source, start: pair.start, end: pair.end)
            var place = first
            place.ordinal = counts[first] ?? 0
            counts[first] = place.ordinal + 1
            groups[place] = SampleGroup(place: place, type: .biometrics, measurements: measurements)
            parts.insert(Self.part(pair.first))
            parts.insert(Self.part(pair.second))
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
}
