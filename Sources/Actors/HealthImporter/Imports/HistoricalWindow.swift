internal import FoundationEssentials
internal import HealthRecords
internal import VitalRecords

/// The local days of a historical fetch, within the allowed limits.
struct HistoricalWindow: Hashable, Sendable {
    /// How many days before today the fetch may reach.
    static let longest = 179
    /// The same limit for intraday data.
    static let longestIntraday = 7

    /// The first day.
    let first: LocalDay
    /// The last day.
    let last: LocalDay
    /// The first day of intraday data; after the last day if none is left.
    let firstIntraday: LocalDay

    /// Limits a request to the allowed days; nil if none is left.
    ///
    /// - Parameter isIntraday: Whether only intraday data is requested.
    init?(from: LocalDay, to: LocalDay?, today: LocalDay, isIntraday: Bool) {
        let reach = isIntraday ? Self.longestIntraday : Self.longest
        first = max(from, LocalDay(number: today.number - reach))
        last = min(to ?? today, today)
        firstIntraday = max(first, LocalDay(number: today.number - Self.longestIntraday))
        guard first <= last else { return nil }
    }

    /// The date at a moment in a time zone.
    static func today(_ now: Date, in zone: TimeZone) -> LocalDay {
        let seconds = Int(clamping: now.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: now)
        return LocalDay(number: Int(clamping: (Double(seconds) / 86_400).rounded(.down)))
    }
}
