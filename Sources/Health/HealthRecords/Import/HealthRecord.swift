internal import FoundationEssentials
internal import HealthInputs
internal import HealthTypes
public import VitalRecords

/// A record of health data with its local day.
///
/// The reading is made on demand, because its key is a hash that a caller who only counts does not need.
public struct HealthRecord: Sendable {
    /// The kind of the record.
    public let type: RecordType
    /// The local day; for a night the day of waking up.
    public let day: LocalDay
    /// The values.
    public let measurements: [Measurement]
    /// Further content; nil for an instant.
    public let details: RecordDetails?

    let identity: HealthIdentity
    let start: Int64
    let end: Int64
    let utcOffset: Int
    let source: HealthSource?
    var meal: String?
    let context: RecordContext

    /// Whether it summarises a day or night.
    package var isOfDay: Bool {
        if case .day = identity { true } else { false }
    }

    /// The reading to send; nil if the calendar does not have the day.
    public var reading: Reading? {
        guard let key else { return nil }
        return Reading(
            readingKey: key,
            type: type,
            timestamp: Self.date(start),
            utcOffset: utcOffset,
            timeQuality: .deviceClock,
            receivedAt: options.receivedAt,
            hub: options.hub,
            seat: options.seat,
            source: recordSource,
            measurements: measurements,
            context: meal.map { ReadingContext(meal: $0) },
            details: details,
            history: true
        )
    }

    private var options: HealthImportOptions { context.options }

    private var key: ReadingKey? {
        switch identity {
        case .sample(let type, let ordinal): sampleKey(type, end: end, ordinal: ordinal)
        case .workout(let activity): sampleKey(HealthIdentifier.workout + "/" + activity, end: start, ordinal: 0)
        case .day(let set, let source): dayKey(set, source: source)
        }
    }

    private func sampleKey(_ type: String, end: Int64, ordinal: Int) -> ReadingKey {
        .importSample(
            scope: options.scope,
            type: type,
            source: source?.name ?? "",
            start: Self.date(start),
            end: Self.date(end),
            ordinal: ordinal
        )
    }

    private func dayKey(_ set: HealthSet, source: String?) -> ReadingKey? {
        guard let civil = day.civil else { return nil }
        return .importSummary(
            scope: options.scope,
            set: set.rawValue,
            sourceScope: source.map { "source:\($0)" } ?? "all",
            year: civil.year,
            month: civil.month,
            day: civil.day
        )
    }

    private var recordSource: RecordSource {
        RecordSource(
            kind: .healthImport,
            manufacturer: source?.manufacturer.map(Self.short),
            model: source?.model.map(Self.short),
            originalSource: source.map { Self.short($0.name) },
            platform: source?.platform ?? options.platform
        )
    }

    static func short(_ text: String) -> String { text.cut(toBytes: Reading.maximumStringLength) }

    static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}

/// The identity of a record across all exports of the same person.
enum HealthIdentity: Hashable {
    /// A sample, or samples of one time: the type, and the index among equal ones.
    case sample(type: String, ordinal: Int)
    /// A workout; its end is left out, because it can differ between exports.
    case workout(activity: String)
    /// A local day of a set; a nil source stands for all sources together.
    case day(set: HealthSet, source: String?)
}
