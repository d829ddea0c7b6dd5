internal import FoundationEssentials
internal import VitalRecords

extension TimeZone {
    private static let day: TimeInterval = 86_400

    /// The number of a time's day by the zone's clock, counted from 1970; also right for days of 23 and 25 hours.
    func day(of time: Date) -> Int { Int(clamping: (shown(at: time) / Self.day).rounded(.down)) }

    /// The time of day by the zone's clock, in hours from 0 to below 24.
    func hour(of time: Date) -> Double {
        let seconds = shown(at: time)
        return (seconds - (seconds / Self.day).rounded(.down) * Self.day) / 3_600
    }

    /// What the zone's clock shows, in seconds since it showed 1970-01-01 00:00.
    private func shown(at time: Date) -> TimeInterval {
        time.timeIntervalSince1970 + TimeInterval(secondsFromGMT(for: time))
    }
}
