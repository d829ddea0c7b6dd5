/// How times without a zone become instants: some exports have only what the phone's clock showed.
public struct LocalClock: Sendable {
    private let convert: @Sendable (Int64) -> Int64

    /// A clock that was never ahead of UTC nor behind.
    public static let utc = LocalClock { $0 }

    /// Makes a clock.
    ///
    /// - Parameter convert: Gives the instant, in seconds since 1970 (UTC), of a wall clock's time, counted as if it were
    ///   UTC. Of the hour that comes twice the first one is to be taken.
    public init(_ convert: @escaping @Sendable (Int64) -> Int64) {
        self.convert = convert
    }

    /// The instant of a wall clock's time; beyond ten thousand years the time itself.
    func instant(_ clock: Int64) -> Int64 {
        clock.magnitude < 1 << 38 ? convert(clock) : clock
    }

    /// The instant of a date and time as a file has them; its own offset counts where it has one.
    func instant(_ moment: CivilMoment) -> Int64 { moment.time ?? instant(moment.clock) }
}

/// A word of the input about the zone that the person was in.
public struct ZoneHint: Hashable, Sendable {
    /// What is known.
    public enum Zone: Hashable, Sendable {
        /// The zone's name in the tz database: `Europe/Berlin`.
        case named(String)
        /// How far a wall clock was ahead of UTC, in seconds, from 0 to 86,399: -5 hours are 68,400.
        ///
        /// A time of day without a date cannot tell 13 hours ahead from 11 behind.
        case clock(Int)
        /// How far the date of a sample was ahead of UTC, in seconds.
        ///
        /// Nearly all exports write the offset of the day of the export; it tells something only where it is another one.
        case written(Int)
    }

    /// When, in seconds since 1970 (UTC).
    public var time: Int64
    /// The zone.
    public var zone: Zone
    /// How far the date beside a zone's name was ahead of UTC, in seconds: whether dates can be believed.
    public var writtenOffset: Int?

    /// Makes a hint.
    public init(time: Int64, zone: Zone, writtenOffset: Int? = nil) {
        self.time = time
        self.zone = zone
        self.writtenOffset = writtenOffset
    }
}
