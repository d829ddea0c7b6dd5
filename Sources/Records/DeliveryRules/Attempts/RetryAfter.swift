public import FoundationEssentials

/// Reads a Retry-After header: seconds or an HTTP date (RFC 9110 section 10.2.3).
public enum RetryAfter {
    /// How long to wait; nil if the value has neither form.
    ///
    /// A date in the past is zero.
    ///
    /// The two obsolete date forms of RFC 9110 section 5.6.7 are not supported: the caller's back-off applies.
    public static func parse(_ value: String, now: Date) -> Duration? {
        let trimmed = trimmed(value)
        if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (48...57).contains($0) }) {
            // A longer number is not a sensible wait; the caller's longest wait applies.
            return .seconds(Int64(trimmed).map { min($0, 1_000_000_000) } ?? 1_000_000_000)
        }
        guard let moment = secondsSince1970(trimmed) else { return nil }
        let wait = max(0, Double(moment) - now.timeIntervalSince1970) * 1_000
        return .milliseconds(Int64(exactly: wait.rounded(.down)) ?? .max)
    }

    /// The header's value without the effect of wrong clocks: a date becomes the seconds from the answer's own Date header.
    ///
    /// - Parameters:
    ///   - value: The Retry-After header; any other form than a date is returned unchanged.
    ///   - date: The same answer's Date header (RFC 9110 section 6.6.1); nil leaves a date as it is.
    public static func relative(_ value: String, to date: String?) -> String {
        guard let sent = date.flatMap({ secondsSince1970(trimmed($0)) }), let end = secondsSince1970(trimmed(value))
        else { return value }
        return "\(max(0, end - sent))"
    }

    private static func trimmed(_ value: String) -> String {
        let text = value.drop { $0 == " " || $0 == "\t" }
        return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func secondsSince1970(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], digits: 2), (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digits: 4), year >= 1970,
            let time = secondOfDay(parts[4])
        else { return nil }
        return daysSince1970(year: year, month: Int64(month) + 1, day: day) * 86_400 + time
    }

    private static func secondOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2), hour < 24,
            let minute = number(parts[1], digits: 2), minute < 60,
            let second = number(parts[2], digits: 2), second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Days in the proleptic Gregorian calendar, counted from 1 March (Howard Hinnant, `days_from_civil`).
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
