internal import HealthDays

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

    /// Cuts a wish to what may be fetched; nil where no day is left.
    ///
    /// - Parameter isIntraday: Whether nothing but intraday is wanted.
    init?(from: LocalDay, to: LocalDay?, today: LocalDay, isIntraday: Bool) {
        let reach = isIntraday ? Self.longestIntraday : Self.longest
        first = max(from, LocalDay(number: today.number - reach))
        last = min(to ?? today, today)
        guard first <= last else { return nil }
    }
}
