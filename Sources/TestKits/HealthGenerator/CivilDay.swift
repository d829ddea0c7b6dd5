/// A date of the calendar and its number, in days since 1970-01-01.
///
/// Years begin in March here, so that the leap day comes last (Hinnant, "chrono-compatible date algorithms").
package struct CivilDay: Hashable, Sendable {
    /// The year.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// The date of a number.
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

    /// The number of a date like `2026-03-01`; nil for anything else.
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
