/// A conversion of local times to instants, for exports that have only the phone's local time.
public struct LocalClock: Sendable {
    private let convert: @Sendable (Int64) -> Int64

    /// A clock in UTC.
    public static let utc = LocalClock { $0 }

    /// Creates a clock.
    ///
    /// - Parameter convert: Converts a local time, counted in seconds as if it were UTC, to seconds since 1970 (UTC).
    ///   For an hour that occurs twice, it returns the first.
    public init(_ convert: @escaping @Sendable (Int64) -> Int64) {
        self.convert = convert
    }

    /// The instant of a local time; the time itself beyond ten thousand years.
    func instant(_ clock: Int64) -> Int64 {
        clock.magnitude < 1 << 38 ? convert(clock) : clock
    }

    /// The instant of a date and time in a file; its own offset has precedence.
    func instant(_ moment: CivilMoment) -> Int64 { moment.time ?? instant(moment.clock) }
}

/// A hint of the time zone that the person was in.
public struct ZoneHint: Hashable, Sendable {
    /// The known facts about the zone.
    public enum Zone: Hashable, Sendable {
        /// The zone's name in the tz database: `Europe/Berlin`.
        case named(String)
        /// The UTC offset of a wall clock modulo a day, in seconds from 0 to 86,399: -5 hours are 68,400.
        ///
        /// A time of day without a date cannot distinguish 13 hours ahead from 11 hours behind.
        case clock(Int)
        /// The UTC offset of a sample's date, in seconds.
        ///
        /// Almost all exports write the offset of the day of the export; only another one is informative.
        case written(Int)
    }

    /// The time in seconds since 1970 (UTC).
    public var time: Int64
    /// The zone.
    public var zone: Zone
    /// The UTC offset of the date next to a zone's name, in seconds; it shows whether offsets of dates can be trusted.
    public var writtenOffset: Int?

    /// Creates a hint.
    public init(time: Int64, zone: Zone, writtenOffset: Int? = nil) {
        self.time = time
        self.zone = zone
        self.writtenOffset = writtenOffset
    }
}
