internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Adds a period's sleep: samples without a long break are one sleep.
    mutating func addSleep(_ found: [Int: [StoredSample]], _ collector: HealthCollector) {
        for (source, samples) in found {
            var open = openNights[source] ?? OpenNight()
            for sample in samples {
                if !open.continues(sample, longestBreak: options.longestBreak) {
                    close(open, source, collector)
                    open = OpenNight()
                }
                open.append(sample)
            }
            openNights[source] = open
        }
    }

    /// Ends the sleeps that no later sample can belong to.
    mutating func closeNights(before limit: Int64, _ collector: HealthCollector) {
        for (source, open) in openNights where open.end < limit {
            close(open, source, collector)
            openNights[source] = nil
        }
    }

    private mutating func close(_ open: OpenNight, _ source: Int, _ collector: HealthCollector) {
        guard !open.samples.isEmpty else { return }
        let session = SleepSession(open.samples)
        let day = history.day(at: session.end)
        guard options.includes(day), isWhole(HealthIdentifier.sleep, day) else { return }
        // Apple's own devices write stages without a time in bed; of another app that is no night.
        let isOther = collector.sources[source].kind == .other && options.platform == "apple_health"
        guard session.hasBed || !isOther else {
            skippedNights += 1
            return
        }
        nights[NightKey(day: day, source: source), default: []].append(session)
    }

    /// Gives the nights of days that no later sample can add to; the longest sleep of a day is the night, others are naps.
    mutating func emitNights(
        endingBefore limit: Int64,
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let ranks = SourceRanks(collector.sources, named: options.sourcePriority).order
        let order = Dictionary(uniqueKeysWithValues: ranks.enumerated().map { ($0.element, $0.offset) })
        let ready = nights.filter { ($0.value.map(\.end).max() ?? 0) < limit }
        let sorted = ready.sorted { left, right in
            left.key.day == right.key.day
                ? order[left.key.source] ?? 0 < order[right.key.source] ?? 0 : left.key.day < right.key.day
        }
        for (key, sessions) in sorted {
            nights[key] = nil
            guard let record = record(key.day, sessions, collector.sources[key.source]) else { continue }
            try emit(record)
        }
    }

    private mutating func record(
        _ day: LocalDay,
        _ sessions: [SleepSession],
        _ source: HealthSource
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
            utcOffset: history.offset(at: main.start),
            source: source,
            context: context
        )
    }
}
