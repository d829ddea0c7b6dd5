internal import Foundation

/// A calendar date and its number in days since 1970-01-01.
///
/// It counts years from March, so that the leap day comes last (Hinnant, "chrono-compatible date algorithms").
package struct CivilDay: Hashable, Sendable {
    /// The year.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, 1 to 31.
    package let day: Int

    /// Creates the date of a day number.
    package init(number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Parses a date such as `2026-03-01` to a day number; nil for anything else.
    package static func number(_ text: String) -> Int? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1900..<2200).contains(parts[0]), (1...12).contains(parts[1]) else { return nil }
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let dayOfYear = (153 * ((parts[1] + 9) % 12) + 2) / 5 + parts[2] - 1
        let number = (year / 400) * 146_097 + (year % 400) * 365 + (year % 400) / 4 - (year % 400) / 100
        let found = number + dayOfYear - 719_468
        return CivilDay(number: found).text == text ? found : nil
    }

    /// The date as `2026-03-01`.
    package var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }
}

/// The offset from UTC in the dates of an export.
package enum DateOffsets: String, CaseIterable, Sendable {
    /// The phone's offset on the day of the export for all dates, as in Apple's exports.
    case export
    /// The offset at the place and time of each sample.
    case local
}

/// The wall clock of a time zone.
struct LocalZone {
    let name: String
    private let zone: TimeZone
    /// A cached offset, and the quarter of a day for which it is valid.
    private var known: (from: Int64, to: Int64, offset: Int)?

    /// - Returns: Nil if the system does not know the zone.
    init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.name = name
        self.zone = zone
    }

    /// The offset from UTC in seconds at a time.
    mutating func offset(at time: Int64) -> Int {
        if let known, time >= known.from, time < known.to { return known.offset }
        let from = time - time % 21_600
        let offsets = [from, time, from + 21_599].map(asked)
        if offsets[0] == offsets[2] { known = (from, from + 21_600, offsets[0]) }
        return offsets[1]
    }

    /// The local day of a time, in days since 1970.
    mutating func day(at time: Int64) -> Int { Int((time + Int64(offset(at: time))) / 86_400) }

    /// The first second of a local day.
    mutating func midnight(_ day: Int) -> Int64 {
        var (low, high) = (Int64(day) * 86_400 - 60_000, Int64(day) * 86_400 + 60_000)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.day(at: middle) >= day { high = middle } else { low = middle }
        }
        return high
    }

    private func asked(_ time: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
    }
}
