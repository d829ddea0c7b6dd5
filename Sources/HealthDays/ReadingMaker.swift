internal import FoundationEssentials
internal import HealthInputs
internal import VitalRecords

/// Makes readings: their keys, their source, what all have in common.
struct ReadingMaker {
    let options: HealthImportOptions

    /// A reading of a moment, or of a time that is not a whole day.
    func sample(
        _ type: RecordType,
        key: ReadingKey,
        at start: Int64,
        utcOffset: Int,
        _ source: HealthSource,
        _ measurements: [Measurement],
        context: ReadingContext? = nil,
        details: RecordDetails? = nil
    ) -> Reading {
        Reading(
            readingKey: key,
            type: type,
            timestamp: Self.date(start),
            utcOffset: utcOffset,
            timeQuality: .deviceClock,
            receivedAt: options.receivedAt,
            hub: options.hub,
            seat: options.seat,
            source: recordSource(source),
            measurements: measurements,
            context: context,
            details: details,
            history: true
        )
    }

    /// A reading of a whole local day; nil for a day that the calendar does not have.
    func summary(
        _ type: RecordType,
        set: String,
        _ day: LocalDay,
        _ extent: (start: Int64, end: Int64),
        utcOffset: Int,
        _ source: HealthSource?,
        _ measurements: [Measurement],
        details: RecordDetails = RecordDetails()
    ) -> Reading? {
        guard let key = summaryKey(set, day, source) else { return nil }
        var details = details
        details.end = details.end ?? Self.date(extent.end - 1)
        details.category = details.category ?? "daily"
        let source = source ?? HealthSource(name: "")
        return sample(
            type,
            key: key,
            at: extent.start,
            utcOffset: utcOffset,
            source,
            measurements,
            details: details
        )
    }

    /// The key of a day's summary; `all` stands for all sources together.
    func summaryKey(_ set: String, _ day: LocalDay, _ source: HealthSource?) -> ReadingKey? {
        guard let civil = day.civil else { return nil }
        return .importSummary(
            scope: options.scope,
            set: set,
            sourceScope: source.map { "source:\($0.name)" } ?? "all",
            year: civil.year,
            month: civil.month,
            day: civil.day
        )
    }

    /// The key of a sample.
    func sampleKey(_ type: String, _ source: HealthSource, _ start: Int64, _ end: Int64, _ ordinal: Int) -> ReadingKey {
        .importSample(
            scope: options.scope,
            type: type,
            source: source.name,
            start: Self.date(start),
            end: Self.date(end),
            ordinal: ordinal
        )
    }

    private func recordSource(_ source: HealthSource) -> RecordSource {
        RecordSource(
            kind: .healthImport,
            manufacturer: source.manufacturer.map(Self.short),
            model: source.model.map(Self.short),
            originalSource: source.name.isEmpty ? nil : Self.short(source.name),
            platform: options.platform
        )
    }

    static func short(_ text: String) -> String { String(text.prefix(Reading.maximumStringLength)) }

    static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

    static func origin(_ flags: HealthSampleFlags) -> MeasurementOrigin {
        flags.contains(.userEntered) ? .manual : .device
    }
}
