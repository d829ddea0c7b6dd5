internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// What is kept of one type over some days, without what newer files have said better.
struct KeptRun {
    /// A sample and its source.
    private struct Entry {
        let source: HealthSource
        let sample: KeptSample
    }

    private var entries: [Entry] = []
    private var totals: [(day: Int, source: HealthSource, total: KeptTotal)] = []
    /// The metric that values are compared in; nil for categories.
    private let metric: MetricName?

    init(_ identifier: String, _ kept: [(KeptKey, KeptSeries)], in options: HealthImportOptions) {
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
            // Food is of its source; of anything else all sources' moments together are one story.
            entries += aggregations.contains(.daySum) ? Self.moments(own, metric) : own
        }
        if !aggregations.isDisjoint(with: [.dayUnion, .interval]) { entries = Self.moments(entries, metric) }
        totals = Self.newestTotals(totals)
    }

    /// Hands over what begins within some days.
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
            let value = extended(total, source)
            for source in tellers(total, source) {
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

    /// A day's sum that was taken before the day's end, and what the same source has told of the time since.
    private func extended(_ total: KeptTotal, _ source: HealthSource) -> DecimalNumber {
        let told = total.told / 1_000
        let later = samples(of: total, source).filter { $0.sample.start >= told && $0.sample.unit == total.unit }
        guard !later.isEmpty, let metric, HealthUnits.way(for: metric, from: total.unit ?? "") != nil else {
            return total.value
        }
        func sum(_ entries: [Entry]) -> DecimalNumber {
            entries.reduce(0) { $0.adding($1.sample.value) ?? $0 }
        }
        // What several devices counted by themselves is not added up.
        let single = Dictionary(grouping: later.filter { $0.sample.grain == .sample }, by: \.source.name)
        let most = single.values.map(sum).max() ?? 0
        let parts = [sum(later.filter { $0.sample.grain != .sample }), most]
        return parts.reduce(total.value) { $0.adding($1) ?? $0 }
    }

    /// The sources that a day's sum is the sum of: what one of them tells by itself is in it, and takes not its place.
    private func tellers(_ total: KeptTotal, _ source: HealthSource) -> [HealthSource] {
        let others = samples(of: total, source).map(\.source).filter { $0.name != source.name }
        return [source] + Dictionary(grouping: others, by: \.name).sorted { $0.key < $1.key }.compactMap(\.value.first)
    }

    /// The samples of a day's sum's own sources on that day; none where nobody says when the day began.
    private func samples(of total: KeptTotal, _ source: HealthSource) -> [Entry] {
        guard let start = total.start, total.part == nil else { return [] }
        return entries.filter {
            (start..<start + 86_400).contains($0.sample.start) && Self.isKin($0.source.name, source.name)
        }
    }

    /// Without sums that a newer file has told anew with more sources in it: `Phone`, then `Watch|Phone`.
    private static func newestTotals(
        _ totals: [(day: Int, source: HealthSource, total: KeptTotal)]
    ) -> [(day: Int, source: HealthSource, total: KeptTotal)] {
        totals.filter { one in
            one.total.part != nil
                || !totals.contains { other in
                    other.day == one.day && other.total.part == nil && other.source.name != one.source.name
                        && other.total.told > one.total.told && isKin(other.source.name, one.source.name)
                }
        }
    }

    /// Whether two names of summed-up sources have one in common.
    static func isKin(_ left: String, _ right: String) -> Bool {
        left == right || !Set(left.split(separator: "|")).isDisjoint(with: right.split(separator: "|"))
    }

    // MARK: Samples

    /// A period that has grown counts once: of those with one beginning the newest file's.
    private static func newestPeriods(_ samples: [KeptSample]) -> [KeptSample] {
        let newest = Dictionary(grouping: samples.filter { !$0.isMoment }, by: \.start).mapValues { same in
            same.map(\.told).max() ?? 0
        }
        return samples.filter { $0.isMoment || $0.told == newest[$0.start] }
    }

    /// Nights grow and are told anew in other pieces: what a newer file says of a time counts, the bed and the sleep apart.
    private static func newestSleep(_ samples: [KeptSample]) -> [KeptSample] {
        var result: [KeptSample] = []
        for isBed in [true, false] {
            let own = samples.filter { ($0.value == DecimalNumber(HealthCategory.inBed)) == isBed }
            var taken = Coverage()
            for (_, file) in Dictionary(grouping: own, by: \.told).sorted(by: { $0.key > $1.key }) {
                let free = file.filter { taken.uncovered($0.start, $0.end) == $0.end - $0.start }
                result += free
                taken.insert(free.map(\.span))
            }
        }
        return result.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Sums of hours and minutes that stand as moments, each hour once.
    ///
    /// An app tells of an hour by itself, by minutes or by samples, as it was set when it did. What says most of an hour is
    /// nearest to the truth: what says less was told before the hour's end.
    private static func moments(_ entries: [Entry], _ metric: MetricName?) -> [Entry] {
        let periods = entries.filter { !$0.sample.isMoment }
        var raw = entries.filter { $0.sample.isMoment && $0.sample.grain == .sample }
        for grain in [KeptGrain.minute, .hour] {
            let coarse = newest(entries.filter { $0.sample.isMoment && $0.sample.grain == grain })
            raw = settle(coarse, raw, grain.rawValue, metric)
        }
        return periods + raw
    }

    /// Of one moment the newest file's word; of one file that of the device that counts most.
    private static func newest(_ entries: [Entry]) -> [Entry] {
        let places: [HealthSource.Kind: Int] = [.watch: 0, .phone: 1, .other: 2]
        func place(_ entry: Entry) -> (Int64, Int, String) {
            (-entry.sample.told, places[entry.source.kind] ?? 2, entry.source.name)
        }
        return Dictionary(grouping: entries, by: \.sample.start).values.flatMap { same in
            guard let first = same.min(by: { place($0) < place($1) }) else { return [] as [Entry] }
            // Foods of one meal stand together in one file.
            return same.filter { $0.source.name == first.source.name && $0.sample.told == first.sample.told }
        }.sorted { $0.sample.start < $1.sample.start }
    }

    /// Puts each coarse value in the place of the finer ones of its time, or leaves them, whatever is more.
    private static func settle(
        _ coarse: [Entry],
        _ fine: [Entry],
        _ length: Int64,
        _ metric: MetricName?
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
            result += most(of: inside, metric) > sum(same, metric) ? inside : same
        }
        return result + fine[position...]
    }

    /// The sum of what is finer; of single samples that of the source that says most, for what several devices counted
    /// is not added up.
    private static func most(of entries: [Entry], _ metric: MetricName?) -> DecimalNumber {
        let minutes = sum(entries.filter { $0.sample.grain != .sample }, metric)
        let single = Dictionary(grouping: entries.filter { $0.sample.grain == .sample }, by: \.source.name)
        return minutes.adding(single.values.map { sum($0, metric) }.max() ?? 0) ?? minutes
    }

    private static func sum(_ entries: [Entry], _ metric: MetricName?) -> DecimalNumber {
        entries.reduce(0 as DecimalNumber) { sum, entry in
            let value = metric.flatMap { HealthUnits.canonical($0, entry.sample.value, unit: entry.sample.unit ?? "") }
            return sum.adding(value ?? entry.sample.value) ?? sum
        }
    }
}
