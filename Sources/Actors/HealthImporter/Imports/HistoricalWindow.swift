internal import FoundationEssentials
internal import HealthRecords
internal import VitalRecords

/// The whole local days of a historical fetch, within what may be fetched.
struct HistoricalWindow: Hashable, Sendable {
    /// How many days before today may be fetched.
    static let longest = 179
    /// How many days before today of intraday.
    static let longestIntraday = 7

    /// The first day.
    let first: LocalDay
    /// The last day.
    let last: LocalDay
    /// The first day of intraday; behind the last one where none is left.
    let firstIntraday: LocalDay

    /// Cuts a wish to what may be fetched; nil where no day is left.
    ///
    /// - Parameter isIntraday: Whether nothing but intraday is wanted.
    init?(from: LocalDay, to: LocalDay?, today: LocalDay, isIntraday: Bool) {
        let reach = isIntraday ? Self.longestIntraday : Self.longest
        first = max(from, LocalDay(number: today.number - reach))
        last = min(to ?? today, today)
        firstIntraday = max(first, LocalDay(number: today.number - Self.longestIntraday))
        guard first <= last else { return nil }
    }

    /// The date at a moment in a zone.
    static func today(_ now: Date, in zone: TimeZone) -> LocalDay {
        let seconds = Int(clamping: now.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: now)
        return LocalDay(number: Int(clamping: (Double(seconds) / 86_400).rounded(.down)))
    }
}
