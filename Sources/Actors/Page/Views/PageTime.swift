internal import FoundationEssentials
internal import VitalRecords

/// Formats times and ages by the clock and time zone of the site's machine, not of the browser.
struct PageTime: Sendable {
    let language: PageTexts.Language
    let now: Date
    var zone = TimeZone.current

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// A time, with its day unless that is today.
    func short(_ time: Date) -> String {
        let text = text(time)
        return calendar.isDate(time, inSameDayAs: now) ? String(text.suffix(5)) : text
    }

    /// A time with its day, like `2026-03-01 09:41`.
    func text(_ time: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: time)
        func two(_ number: Int?) -> String { String("0\(number ?? 0)".suffix(2)) }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
    }

    /// The value of a time input, like `2026-03-01T09:41`.
    func field(_ time: Date) -> String { text(time).replacing(" ", with: "T") }

    /// How long ago a time was, as short as possible.
    func brief(_ time: Date) -> String { age(time, words: "brief") }

    /// How long ago a time was, in words.
    func age(_ time: Date) -> String { age(time, words: "age") }

    /// The age that counts as now although the time is ahead, in seconds: clocks of hubs differ a little.
    private static let ahead = -120

    // A device's clock may be ahead by up to a day. Such a value is not from just now.
    private func age(_ time: Date, words: String) -> String {
        let seconds = Int(clamping: now.timeIntervalSince(time))
        guard seconds >= Self.ahead else {
            return language["\(words).ahead", ["span": span(TimeInterval(-seconds))]]
        }
        let (count, unit) =
            switch seconds {
            case ..<60: (0, "now")
            case ..<3_600: (seconds / 60, "minutes")
            case ..<172_800: (seconds / 3_600, "hours")
            default: (seconds / 86_400, "days")
            }
        return language["\(words).\(unit)", ["count": "\(count)"]]
    }

    /// A duration in words; a negative one counts as zero.
    func span(_ seconds: TimeInterval) -> String {
        let seconds = max(0, Int(clamping: seconds))
        let (count, unit) =
            switch seconds {
            case ..<120: (seconds, "seconds")
            case ..<7_200: (seconds / 60, "minutes")
            case ..<172_800: (seconds / 3_600, "hours")
            default: (seconds / 86_400, "days")
            }
        return language["time.\(unit)", ["count": "\(count)"]]
    }

    /// Parses a time input; nil if it is empty.
    ///
    /// Of the two moments of an hour that a clock shows twice, it is the later one that is not in the future.
    ///
    /// - Throws: ``PageError`` `malformed`.
    func moment(_ text: String?) throws -> Date? {
        guard let text else { return nil }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 5, text.utf8.count <= 19 else { throw PageError(.malformed, text: "error.time") }
        let parts = DateComponents(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4]
        )
        guard let time = calendar.date(from: parts), field(time) == text.prefix(16) else {
            throw PageError(.malformed, text: "error.time")
        }
        let again = [1_800, 3_600, 7_200].map { time.addingTimeInterval($0) }
        return again.last { $0 <= now && field($0) == text.prefix(16) } ?? time
    }
}
