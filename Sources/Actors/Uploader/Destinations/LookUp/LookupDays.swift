internal import FoundationEssentials
internal import VitalRecords

/// The days to look a record up in: its own by UTC, and one on each side for servers that mean local days.
struct LookupDays {
    let start: String
    let end: String

    init(_ record: VitalRecord) {
        start = Self.day(record.timestamp.addingTimeInterval(-86_400))
        end = Self.day(record.timestamp.addingTimeInterval(86_400))
    }

    private static func day(_ date: Date) -> String { String(date.iso8601Milliseconds.prefix(10)) }
}
