internal import FoundationEssentials
internal import VitalRecords

/// A moment at which a device's clock may have shown a time.
struct TimePlace: Sendable, Hashable {
    /// How close two clocks count as the same, in seconds.
    private static let slack: Double = 600

    /// The moment.
    let moment: Date
    /// The true local time minus the device's, in seconds.
    let offset: Double

    /// The possible moments of a local time that a device showed.
    ///
    /// A user may or may not change a device's clock for summer time. The present offset tells which: if it equals the
    /// change of the site's offset since then, the clock was right and was not changed.
    ///
    /// - Parameters:
    ///   - civil: The local time that the device showed.
    ///   - offset: The hub's local time minus the device's, in seconds.
    ///   - foundAt: When that was found.
    static func all(of civil: CivilDateTime, offset: Double, foundAt: Date, zone: SiteZone) -> [TimePlace] {
        let shown = civil.date(utcOffset: 0)
        let now = zone.utcOffset(at: foundAt)
        let unchanged = shown.addingTimeInterval(offset - Double(now))
        let change = Double(zone.utcOffset(at: unchanged) - now)
        if change != 0, abs(offset) > slack, abs(offset + change) <= slack {
            return [TimePlace(moment: unchanged, offset: offset + change)]
        }
        return zone.moments(showing: shown.addingTimeInterval(offset)).map { TimePlace(moment: $0, offset: offset) }
    }
}

/// The time of a reading, and its quality.
struct ReadingTime: Sendable, Hashable {
    /// The time in UTC.
    let timestamp: Date
    /// How reliable it is.
    let quality: TimeQuality
    /// The true local time minus the device's, in seconds; nil if unknown.
    let offset: Double?

    /// The largest age at which the later of two possible times is chosen, in seconds.
    private static let certainAge: TimeInterval = 300

    /// The certain one of several possible times; nil if there is none.
    static func certain(of places: [TimePlace], receivedAt: Date) -> TimePlace? {
        guard places.count > 1 else { return places.first }
        let latest = receivedAt.addingTimeInterval(ReadingBuilder.futureTolerance)
        let past = places.filter { $0.moment <= latest }.sorted { $0.moment < $1.moment }
        guard past.count > 1 else { return past.first }
        // In the hour that repeats, a reading that was just made cannot be an hour old.
        return past.last.flatMap { receivedAt.timeIntervalSince($0.moment) <= certainAge ? $0 : nil }
    }
}
