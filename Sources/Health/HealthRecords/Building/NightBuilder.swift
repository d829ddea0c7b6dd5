internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Builds the sleep records: one for each source and the local day on which the night ended.
struct NightBuilder {
    private var openNights: [Int: OpenNight] = [:]
    private var nights: [NightKey: [SleepSession]] = [:]
    /// The number of nights of other apps dropped because they lack the time in bed.
    private(set) var skippedNights = 0

    /// Adds a period's sleep samples; samples without a long break between them are one sleep.
    mutating func add(_ found: [Int: [StoredSample]], of collector: HealthCollector, frame: inout RecordFrame) {
        for (source, samples) in found {
            var open = openNights[source] ?? OpenNight()
            for sample in samples {
                if !open.continues(sample, longestBreak: frame.options.longestBreak) {
                    close(open, source: source, of: collector, frame: &frame)
                    open = OpenNight()
                }
                open.append(sample)
            }
            openNights[source] = open
        }
    }

    /// Closes the sleeps that ended before a time.
    mutating func close(before limit: Int64, of collector: HealthCollector, frame: inout RecordFrame) {
        for (source, open) in openNights where open.end < limit {
            close(open, source: source, of: collector, frame: &frame)
            openNights[source] = nil
        }
    }

    private mutating func close(
        _ open: OpenNight,
        source: Int,
        of collector: HealthCollector,
        frame: inout RecordFrame
    ) {
        guard !open.samples.isEmpty else { return }
        let session = SleepSession(open.samples)
        let day = frame.history.day(at: session.end)
        guard frame.wants(HealthIdentifier.sleep, on: day) else { return }
        // Apple's own devices write stages without a time in bed; from another app such stages are not a night.
        let (kind, platform) = (collector.sources[source].kind, collector.sources[source].platform)
        let isOther = kind == .other && (platform ?? frame.options.platform) == "apple_health"
        guard session.hasBed || !isOther else {
            skippedNights += 1
            return
        }
        nights[NightKey(day: day, source: source), default: []].append(session)
    }

    /// Emits the nights that end before a time; the longest sleep of a day is the night, the others are naps.
    mutating func emit(
        endingBefore limit: Int64,
        of collector: HealthCollector,
        frame: inout RecordFrame,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let ranks = SourceRanks(collector.sources, named: frame.options.sourcePriority).order
        let order = Dictionary(uniqueKeysWithValues: ranks.enumerated().map { ($0.element, $0.offset) })
        let ready = nights.filter { ($0.value.map(\.end).max() ?? 0) < limit }
        let sorted = ready.sorted { left, right in
            left.key.day == right.key.day
                ? order[left.key.source] ?? 0 < order[right.key.source] ?? 0 : left.key.day < right.key.day
        }
        for (key, sessions) in sorted {
            nights[key] = nil
            let source = collector.sources[key.source]
            guard let record = Self.record(sessions, on: key.day, source: source, frame: &frame) else { continue }
            try emit(record)
        }
    }

    private static func record(
        _ sessions: [SleepSession],
        on day: LocalDay,
        source: HealthSource,
        frame: inout RecordFrame
    ) -> HealthRecord? {
        guard let main = sessions.max(by: { ($0.end - $0.start, $1.start) < ($1.end - $1.start, $0.start) }) else {
            return nil
        }
        var measurements = main.measurements
        let naps = sessions.filter { $0.start != main.start }.reduce(0) { $0 + $1.asleep }
        if naps > 0 {
            measurements.append(Measurement(metric: "nap_duration", value: DecimalNumber(naps), unit: "s"))
        }
        guard !measurements.isEmpty else { return nil }
        return HealthRecord(
            type: .sleep,
            day: day,
            measurements: measurements,
            details: RecordDetails(end: HealthRecord.date(main.end), category: "daily"),
            identity: .day(set: .sleep, source: source.name),
            start: main.start,
            end: main.end,
            utcOffset: frame.history.offset(at: main.start),
            source: source,
            context: frame.context
        )
    }
}
