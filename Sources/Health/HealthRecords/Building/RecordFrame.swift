internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// The shared state of an import's builders: its options, the person's time zones, and where the input was truncated.
struct RecordFrame {
    let options: HealthImportOptions
    /// The options as each record references them.
    let context: RecordContext
    var history: ZoneHistory
    /// Where files of the input were truncated; empty for a complete input.
    let cuts: [HealthCut]
    /// The last second of the input, since 1970 (UTC); intraday records count back from it.
    let lastTime: Int64?
    /// The number of values dropped because their metric does not support their unit.
    var unknownUnits = 0
    /// The values left out of the records.
    var leftOut = HealthLeftOut()

    init(_ options: HealthImportOptions, history: ZoneHistory, cuts: [HealthCut], lastTime: Int64?) {
        self.options = options
        context = RecordContext(options)
        self.history = history
        self.cuts = cuts
        self.lastTime = lastTime
    }

    /// Whether a type's value of a local day becomes a record: the options want the day, and the input has all of it.
    mutating func wants(_ identifier: String, on day: LocalDay) -> Bool {
        options.includes(day) && isWhole(identifier, on: day)
    }

    /// False for the days of a type that a truncated file may not have in full.
    private mutating func isWhole(_ identifier: String, on day: LocalDay) -> Bool {
        for cut in cuts where !isWhole(identifier, on: day, cut: cut) { return false }
        return true
    }

    private mutating func isWhole(_ identifier: String, on day: LocalDay, cut: HealthCut) -> Bool {
        guard cut.type == identifier || !cut.isGroupedByType else { return true }
        if let times = cut.times {
            let (first, last) = (history.day(at: times.lowerBound), history.day(at: times.upperBound - 1))
            guard first <= day, day <= last else { return true }
        }
        guard cut.isOrdered || !cut.isGroupedByType else { return false }
        let last = [cut.lastStart.map { history.day(at: $0) }, cut.lastDay.map { LocalDay(number: $0) }]
        return last.compactMap { $0 }.min().map { day < $0 } ?? false
    }

    /// Makes the record of a whole local day.
    ///
    /// - Parameters:
    ///   - day: The local day.
    ///   - extent: Its first second and the second after its last, since 1970 (UTC).
    ///   - source: The source of the values; nil for all sources together.
    mutating func summary(
        _ type: RecordType,
        of set: HealthSet,
        on day: LocalDay,
        extent: (start: Int64, end: Int64),
        source: HealthSource?,
        measurements: [Measurement],
        details: RecordDetails = RecordDetails()
    ) -> HealthRecord {
        var details = details
        details.end = HealthRecord.date(extent.end - 1)
        details.category = details.category ?? "daily"
        return HealthRecord(
            type: type,
            day: day,
            measurements: measurements,
            details: details,
            identity: .day(set: set, source: source?.name),
            start: extent.start,
            end: extent.end - 1,
            utcOffset: history.offset(at: extent.start),
            source: source,
            context: context
        )
    }
}

/// A reference to the options, shared by all records of an import instead of copied into each.
final class RecordContext: Sendable {
    let options: HealthImportOptions

    init(_ options: HealthImportOptions) {
        self.options = options
    }
}
