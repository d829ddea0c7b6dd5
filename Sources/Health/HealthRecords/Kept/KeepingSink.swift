package import HealthInputs
internal import VitalRecords

/// Collects the samples of days and nights from one file, to keep them beyond it.
///
/// It needs about ten bytes for each sample.
package struct KeepingSink: HealthSink {
    private struct Place: Hashable {
        let day: Int
        let type: Int
        let source: Int
        let unit: Int
    }

    /// The most bytes; no file of a person has more.
    private static let mostBytes = 256 << 20

    private let options: HealthImportOptions
    private let told: Int64
    private var types: [String] = []
    private var sources: [HealthSource] = []
    private var units: [String] = []
    private var columns: [Place: SampleColumn] = [:]
    private var totals: [Place: [KeptTotal]] = [:]
    private var bytes = 0
    /// The offset of instants within the hour or minute, if all share it.
    private var phase: Int64?
    private var isHourly = true
    private var isByTheMinute = true
    /// The days (UTC) with content; local days for totals.
    package private(set) var days: Set<Int> = []

    /// Creates a sink for one file.
    ///
    /// - Parameter told: The time when the file was made, in milliseconds since 1970.
    package init(_ options: HealthImportOptions, told: Int64) {
        self.options = options
        self.told = told
    }

    /// Whether the limit was exceeded, in which case the rest is missing.
    package var isTooLarge: Bool { bytes > Self.mostBytes }

    package mutating func type(_ identifier: String) -> Int? {
        guard options.keeps(identifier) else { return nil }
        types.append(identifier)
        return types.count - 1
    }

    package mutating func source(_ source: HealthSource) -> Int {
        if let known = sources.firstIndex(where: { $0.name == source.name }) { return known }
        sources.append(source)
        return sources.count - 1
    }

    package mutating func unit(_ name: String) -> Int {
        if let known = units.firstIndex(of: name) { return known }
        units.append(name)
        return units.count - 1
    }

    package mutating func receive(_ sample: HealthSample) {
        guard !isTooLarge else { return }
        let day = KeptKey.day(at: sample.start)
        let place = Place(day: day, type: sample.type, source: sample.source, unit: sample.unit ?? -1)
        bytes += columns[place, default: SampleColumn()].append(sample)
        days.formUnion(day...min(max(day, KeptKey.day(at: sample.end)), day + 14))
        if sample.end <= sample.start, sample.unit != nil { note(moment: sample.start) }
    }

    package mutating func receive(_ event: HealthEvent) {
        switch event {
        case .correlation(let correlation): for sample in correlation.samples { receive(sample) }
        case .dayTotal(let total): receive(total)
        default: break
        }
    }

    private mutating func receive(_ total: HealthDayTotal) {
        guard !isTooLarge, total.value > 0, ExactSum(total.value) != nil else { return }
        let place = Place(day: total.day, type: total.type, source: total.source, unit: total.unit ?? -1)
        let kept = KeptTotal(
            value: total.value,
            unit: name(ofUnit: total.unit ?? -1),
            part: total.part,
            start: total.start,
            told: told
        )
        // Within one file the largest counts, as within a whole input.
        var all = totals[place] ?? []
        if let index = all.firstIndex(where: { $0.part == kept.part }) {
            if all[index].value < kept.value { all[index] = kept }
        } else {
            all.append(kept)
            bytes += 64
        }
        totals[place] = all
        days.insert(total.day)
    }

    private mutating func note(moment: Int64) {
        let phase = self.phase ?? moment % 3_600
        self.phase = phase
        if moment % 3_600 != phase || phase % 900 != 0 { isHourly = false }
        if moment % 60 != 0 { isByTheMinute = false }
    }

    private func name(ofUnit unit: Int) -> String? { units.indices.contains(unit) ? units[unit] : nil }

    /// Visits all series to keep, in order of days.
    ///
    /// - Throws: What the closure throws.
    package func each(_ body: (KeptKey, KeptSeries) throws -> Void) rethrows {
        let grain = isHourly ? KeptGrain.hour : isByTheMinute ? .minute : .sample
        let places = Set(columns.keys).union(totals.keys)
        let keyed = Dictionary(grouping: places) {
            KeptKey(day: $0.day, type: types[$0.type], source: sources[$0.source].name)
        }
        for (key, places) in keyed.sorted(by: { $0.key < $1.key }) {
            guard let source = places.first.map({ sources[$0.source] }) else { continue }
            var found: [StoredSample] = []
            for place in places { columns[place]?.add(to: &found, unit: place.unit) }
            let samples = found.map { kept($0, grain: grain) }
            let sums = places.flatMap { totals[$0] ?? [] }
            var series = KeptSeries(source, samples: samples)
            series.take(KeptSeries(source, totals: sums))
            try body(key, series)
        }
    }

    private func kept(_ sample: StoredSample, grain: KeptGrain) -> KeptSample {
        let isMoment = sample.end <= sample.start && sample.unit >= 0
        return KeptSample(
            start: sample.start,
            end: sample.end,
            value: sample.value,
            unit: name(ofUnit: sample.unit),
            flags: sample.flags,
            grain: isMoment ? grain : .sample,
            told: told
        )
    }
}

/// Passes content to a collector, except for types whose kept samples are used instead.
package struct UnkeptSink: HealthSink {
    /// The receiver.
    package private(set) var collector: HealthCollector

    /// Creates a sink.
    package init(_ collector: HealthCollector) {
        self.collector = collector
    }

    package mutating func type(_ identifier: String) -> Int? {
        collector.options.keeps(identifier) ? nil : collector.type(identifier)
    }

    package mutating func source(_ source: HealthSource) -> Int { collector.source(source) }

    package mutating func unit(_ name: String) -> Int { collector.unit(name) }

    package mutating func receive(_ sample: HealthSample) { collector.receive(sample) }

    package mutating func receive(_ event: HealthEvent) { collector.receive(event) }
}
