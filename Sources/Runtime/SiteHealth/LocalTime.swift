package import Foundation
internal import VitalRecords

/// Formats times in the machine's zone, for people.
package enum LocalTime {
    /// A time, such as `2026-03-01 09:41`.
    package static func text(_ time: Date, in zone: TimeZone = .current) -> String {
        let parts = calendar(zone).dateComponents([.year, .month, .day, .hour, .minute], from: time)
        return "\(day(parts)) \(two(parts.hour)):\(two(parts.minute))"
    }

    /// A day, such as `2026-03-01`.
    package static func day(_ time: Date, in zone: TimeZone = .current) -> String {
        day(calendar(zone).dateComponents([.year, .month, .day], from: time))
    }

    /// A time as `09:41` if it is on the same day as another, else with its day.
    package static func short(_ time: Date, now: Date, in zone: TimeZone = .current) -> String {
        let whole = text(time, in: zone)
        return day(time, in: zone) == day(now, in: zone) ? String(whole.suffix(5)) : whole
    }

    /// A duration in words, such as `3 minutes` or `1 day`; a negative one counts as zero.
    package static func span(_ seconds: TimeInterval) -> String {
        let seconds = max(0, Int(clamping: seconds.rounded(.towardZero)))
        let (count, unit) =
            switch seconds {
            case ..<120: (seconds, "second")
            case ..<7_200: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3_600, "hour")
            default: (seconds / 86_400, "day")
            }
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }

    /// The age of a time, such as `3 min ago`, or `15 hours ahead` if a device's clock is.
    package static func ago(_ time: Date, now: Date) -> String {
        let seconds = Int(clamping: now.timeIntervalSince(time))
        return switch seconds {
        case ..<(-120): "\(span(TimeInterval(-seconds))) ahead"
        case ..<60: "\(max(0, seconds)) s ago"
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<172_800: "\(seconds / 3_600) h ago"
        default: "\(seconds / 86_400) days ago"
        }
    }

    /// A calendar for people in a zone.
    package static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    private static func day(_ parts: DateComponents) -> String {
        "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
