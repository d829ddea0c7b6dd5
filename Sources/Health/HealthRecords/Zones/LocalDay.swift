internal import VitalRecords

/// A calendar date, wherever the person was.
public struct LocalDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1 January 1970.
    public let number: Int

    /// Creates the day from days since 1 January 1970.
    public init(number: Int) {
        self.number = number
    }

    /// Parses `2026-03-01`; nil if the calendar has no such day.
    public init?(_ text: String) {
        guard text.utf8.count == 10, let civil = CivilDateTime(text + "T00:00:00") else { return nil }
        number = civil.daysSince1970
    }

    /// Orders by date.
    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// `2026-03-01`.
    public var description: String { civil.map { String($0.description.prefix(10)) } ?? String(number) }

    /// The year, month and day.
    var civil: CivilDateTime? { CivilDateTime(daysSince1970: number, secondOfDay: 0) }
}

/// The part of a local day that was spent in one zone; almost always all of it.
struct DayPiece: Hashable {
    /// The local date.
    let day: LocalDay
    /// Its first second, since 1970 (UTC).
    let start: Int64
    /// The second after its last one.
    let end: Int64
}
