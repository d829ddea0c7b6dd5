internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// What the builders of an import share: its options, the person's time zones, and where the input was truncated.
struct RecordFrame {
    let options: HealthImportOptions
    /// The options as each record references them.
    let context: RecordContext
    var history: ZoneHistory
    /// Where the input was truncated; nil for a whole input.
    let cut: HealthCut?
    /// The last second of the input, since 1970 (UTC); intraday records count back from it.
    let lastTime: Int64?
    /// The number of values dropped because their metric does not have their unit.
    var unknownUnits = 0

    init(_ options: HealthImportOptions, history: ZoneHistory, cut: HealthCut?, lastTime: Int64?) {
        self.options = options
        context = RecordContext(options)
        self.history = history
        self.cut = cut
        self.lastTime = lastTime
    }

    /// Whether a type's value of a local day becomes a record: the options want the day, and the input has all of it.
    mutating func wants(_ identifier: String, on day: LocalDay) -> Bool {
        options.includes(day) && isWhole(identifier, on: day)
    }

    /// False for the days of a type that a truncated input may not have in full.
    private mutating func isWhole(_ identifier: String, on day: LocalDay) -> Bool {
        guard let cut, cut.type == identifier || !cut.isGroupedByType else { return true }
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
