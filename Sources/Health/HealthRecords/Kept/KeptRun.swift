internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// The kept samples of one type over some days, without those replaced by newer files.
struct KeptRun {
    /// A sample and its source.
    private struct Entry {
        let source: HealthSource
        let sample: KeptSample
    }

    private var entries: [Entry] = []
    private var totals: [(day: Int, source: HealthSource, total: KeptTotal)] = []
    /// The metric in which values are compared; nil for categories.
    private let metric: MetricName?

    init(_ identifier: String, kept: [(KeptKey, KeptSeries)], in options: HealthImportOptions) {
        let rows = HealthMappingTable.rows(of: identifier, in: options.sets)
        let aggregations = Set(rows.map(\.aggregation))
        metric = rows.first?.metric
        for (key, series) in kept.sorted(by: { $0.0 < $1.0 }) {
            totals += series.totals.map { (key.day, series.source, $0) }
        }
        for (_, series) in Dictionary(grouping: kept, by: \.0.source).sorted(by: { $0.key < $1.key }) {
            let samples = series.flatMap(\.1.samples)
            guard let source = series.last?.1.source else { continue }
            let settled =
                aggregations.contains(.night) ? Self.newestSleep(samples) : Self.newestPeriods(samples)
            let own = settled.map { Entry(source: source, sample: $0) }
            // Food belongs to its source; for other types the instants of all sources are combined.
            entries += aggregations.contains(.daySum) ? Self.moments(own, metric: metric) : own
        }
        if !aggregations.isDisjoint(with: [.dayUnion, .interval]) { entries = Self.moments(entries, metric: metric) }
        totals = Self.newestTotals(totals)
    }

    /// Passes the samples and totals of some days to a collector.
    func hand(_ days: ClosedRange<Int>, as type: Int, to collector: inout HealthCollector) {
        for entry in entries where days.contains(KeptKey.day(at: entry.sample.start)) {
            let sample = HealthSample(
                type: type,
                source: collector.source(entry.source),
                unit: entry.sample.unit.map { collector.unit($0) },
                start: entry.sample.start,
                end: entry.sample.end,
                value: entry.sample.value,
                flags: entry.sample.flags
            )
            collector.receive(sample)
        }
        for (day, source, total) in totals where days.contains(day) {
            let value = extended(total, source: source)
            for source in tellers(total, source: source) {
                let whole = HealthDayTotal(
                    type: type,
                    source: collector.source(source),
                    unit: total.unit.map { collector.unit($0) },
                    day: day,
                    value: value,
                    part: total.part
                )
                collector.receive(.dayTotal(whole))
            }
        }
    }

    // MARK: Sums of days

    /// Extends a total taken before the day's end by the same source's later reports.
    private func extended(_ total: KeptTotal, source: HealthSource) -> DecimalNumber {
        let told = total.told / 1_000
        let later = samples(of: total, source: source).filter {
            $0.sample.start >= told && $0.sample.unit == total.unit
        }
        guard !later.isEmpty, let metric, HealthUnits.way(for: metric, from: total.unit ?? "") != nil else {
            return total.value
        }
        func sum(_ entries: [Entry]) -> DecimalNumber {
            entries.reduce(0) { $0.adding($1.sample.value) ?? $0 }
        }
        // Counts of several devices are not added up.
        let single = Dictionary(grouping: later.filter { $0.sample.grain == .sample }, by: \.source.name)
        let most = single.values.map(sum).max() ?? 0
        let parts = [sum(later.filter { $0.sample.grain != .sample }), most]
        return parts.reduce(total.value) { $0.adding($1) ?? $0 }
    }

    /// The sources that a total sums up; a total of one of them is part of it and does not replace it.
    private func tellers(_ total: KeptTotal, source: HealthSource) -> [HealthSource] {
        let others = samples(of: total, source: source).map(\.source).filter { $0.name != source.name }
        return [source] + Dictionary(grouping: others, by: \.name).sorted { $0.key < $1.key }.compactMap(\.value.first)
    }

    /// The samples of a total's own sources on that day; none if the start of the day is unknown.
    private func samples(of total: KeptTotal, source: HealthSource) -> [Entry] {
        guard let start = total.start, total.part == nil else { return [] }
        return entries.filter {
            (start..<start + 86_400).contains($0.sample.start) && Self.isKin($0.source.name, and: source.name)
        }
    }

    /// Drops totals that a newer file repeats with more sources, for example `Phone`, then `Watch|Phone`.
    private static func newestTotals(
        _ totals: [(day: Int, source: HealthSource, total: KeptTotal)]
    ) -> [(day: Int, source: HealthSource, total: KeptTotal)] {
        totals.filter { one in
            one.total.part != nil
                || !totals.contains { other in
                    other.day == one.day && other.total.part == nil && other.source.name != one.source.name
                        && other.total.told > one.total.told && isKin(other.source.name, and: one.source.name)
                }
        }
    }

    /// Whether two joint source names share a source.
    static func isKin(_ left: String, and right: String) -> Bool {
        left == right || !Set(left.split(separator: "|")).isDisjoint(with: right.split(separator: "|"))
    }

    // MARK: Samples

    /// Keeps, of periods with the same start, those of the newest file, because a period may have grown.
    private static func newestPeriods(_ samples: [KeptSample]) -> [KeptSample] {
        let newest = Dictionary(grouping: samples.filter { !$0.isMoment }, by: \.start).mapValues { same in
            same.map(\.told).max() ?? 0
        }
        return samples.filter { $0.isMoment || $0.told == newest[$0.start] }
    }

    /// Keeps the newest sleep: nights grow and are split differently, so a newer file replaces any time that it covers,
    /// bed and sleep separately.
    private static func newestSleep(_ samples: [KeptSample]) -> [KeptSample] {
        var result: [KeptSample] = []
        for isBed in [true, false] {
            let own = samples.filter { ($0.value == DecimalNumber(HealthCategory.inBed)) == isBed }
            var taken = Coverage()
            for (_, file) in Dictionary(grouping: own, by: \.told).sorted(by: { $0.key > $1.key }) {
                let free = file.filter { taken.uncovered($0.start, end: $0.end) == $0.end - $0.start }
                result += free
                taken.insert(free.map(\.span))
            }
        }
        return result.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Resolves sums of hours and minutes that are stored as instants, so that each hour counts once.
    ///
    /// An app exports an hour as one value, by minutes or by samples, depending on its settings. The largest sum of an
    /// hour is closest to the truth: a smaller one was exported before the hour's end.
    private static func moments(_ entries: [Entry], metric: MetricName?) -> [Entry] {
        let periods = entries.filter { !$0.sample.isMoment }
        var raw = entries.filter { $0.sample.isMoment && $0.sample.grain == .sample }
        for grain in [KeptGrain.minute, .hour] {
            let coarse = newest(entries.filter { $0.sample.isMoment && $0.sample.grain == grain })
            raw = settle(coarse, fine: raw, length: grain.rawValue, metric: metric)
        }
        return periods + raw
    }

    /// Keeps, for one instant, the newest file's values, and within one file those of the highest-ranked device.
    private static func newest(_ entries: [Entry]) -> [Entry] {
        let places: [HealthSource.Kind: Int] = [.watch: 0, .phone: 1, .other: 2]
        func place(_ entry: Entry) -> (Int64, Int, String) {
            (-entry.sample.told, places[entry.source.kind] ?? 2, entry.source.name)
        }
        return Dictionary(grouping: entries, by: \.sample.start).values.flatMap { same in
            guard let first = same.min(by: { place($0) < place($1) }) else { return [] as [Entry] }
            // The foods of one meal are together in one file.
            return same.filter { $0.source.name == first.source.name && $0.sample.told == first.sample.told }
        }.sorted { $0.sample.start < $1.sample.start }
    }

    /// Replaces finer values by the coarse value of their time, or keeps them, whichever is more.
    private static func settle(
        _ coarse: [Entry],
        fine: [Entry],
        length: Int64,
        metric: MetricName?
    ) -> [Entry] {
        guard !coarse.isEmpty, !fine.isEmpty else { return coarse + fine }
        let fine = fine.sorted { $0.sample.start < $1.sample.start }
        var result: [Entry] = []
        var position = 0
        for (_, same) in Dictionary(grouping: coarse, by: \.sample.start).sorted(by: { $0.key < $1.key }) {
            guard let start = same.first?.sample.start else { continue }
            while position < fine.count, fine[position].sample.start < start {
                result.append(fine[position])
                position += 1
            }
            var inside: [Entry] = []
            while position < fine.count, fine[position].sample.start < start + length {
                inside.append(fine[position])
                position += 1
            }
            result += most(of: inside, metric: metric) > sum(same, metric: metric) ? inside : same
        }
        return result + fine[position...]
    }

    /// The sum of finer values; of single samples that of the source with the most, because counts of several devices
    /// are not added up.
    private static func most(of entries: [Entry], metric: MetricName?) -> DecimalNumber {
        let minutes = sum(entries.filter { $0.sample.grain != .sample }, metric: metric)
        let single = Dictionary(grouping: entries.filter { $0.sample.grain == .sample }, by: \.source.name)
        return minutes.adding(single.values.map { sum($0, metric: metric) }.max() ?? 0) ?? minutes
    }

    private static func sum(_ entries: [Entry], metric: MetricName?) -> DecimalNumber {
        entries.reduce(0 as DecimalNumber) { sum, entry in
            let value = metric.flatMap {
                HealthUnits.canonical($0, value: entry.sample.value, unit: entry.sample.unit ?? "")
            }
            return sum.adding(value ?? entry.sample.value) ?? sum
        }
    }
}
