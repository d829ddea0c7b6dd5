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
