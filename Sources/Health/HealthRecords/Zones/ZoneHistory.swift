internal import HealthInputs

/// The zone in which the person was at any time, and so the local day.
///
/// It is derived from the zones that nights and workouts name, refined by the wall clocks of heartbeats, with the home
/// zone in between. The offset in an export's dates is that of the day of the export, so it is not informative.
struct ZoneHistory {
    /// A stay in one zone.
    struct Stay: Hashable {
        /// Its first second, since 1970; the first stay is unbounded.
        let start: Int64
        /// The index of its clock.
        let clock: Int
    }

    private(set) var stays: [Stay]
    var clocks: [ZoneClock]
    private var last: DayPiece?

    init(stays: [Stay], clocks: [ZoneClock]) {
        self.stays = stays
        self.clocks = clocks
    }

    /// The UTC offset at a time, in seconds.
    mutating func offset(at time: Int64) -> Int { clocks[stays[index(at: time)].clock].offset(at: time) }

    /// The local date at a time.
    mutating func day(at time: Int64) -> LocalDay { piece(at: time).day }

    /// The part of a local day that contains a time.
    mutating func piece(at time: Int64) -> DayPiece {
        if let last, time >= last.start, time < last.end { return last }
        let index = index(at: time)
        let clock = stays[index].clock
        let number = dayNumber(clock, at: time)
        let stayEnd = index + 1 < stays.count ? stays[index + 1].start : .max
        // A day has 25 hours at most.
        let start = boundary(clock, after: time - 100_000, high: time) { $0 >= number }
        let end = boundary(clock, after: time, high: time + 100_000) { $0 > number }
        let piece = DayPiece(
            day: LocalDay(number: number),
            start: max(start, stays[index].start),
            end: min(end, stayEnd)
        )
        last = piece
        return piece
    }

    /// A time on a local day; noon UTC for a day that the person's zone skipped.
    mutating func moment(of day: LocalDay) -> Int64 {
        let noon = Int64(day.number) * 86_400 + 43_200
        // A change of zones may leave few hours of a day.
        for distance in stride(from: Int64(0), through: 50 * 1_800, by: 1_800) {
            let start = noon - Int64(offset(at: noon))
            for time in [start - distance, start + distance] where self.day(at: time) == day { return time }
        }
        return noon
    }

    /// The start and end of a local day over all its parts, in seconds since 1970 (UTC).
    ///
    /// - Parameter time: Any time on the day.
    mutating func extent(at time: Int64) -> (start: Int64, end: Int64) {
        let piece = piece(at: time)
        var (start, end) = (piece.start, piece.end)
        for _ in 0..<4 {
            let before = self.piece(at: start - 1)
            guard before.day == piece.day else { break }
            start = before.start
        }
        for _ in 0..<4 {
            let after = self.piece(at: end)
            guard after.day == piece.day else { break }
            end = after.end
        }
        return (start, end)
    }

    /// The first time whose date fulfils a condition that stays true.
    private mutating func boundary(
        _ clock: Int,
        after low: Int64,
        high: Int64,
        _ isBehind: (Int) -> Bool
    ) -> Int64 {
        var (low, high) = (low, high)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isBehind(dayNumber(clock, at: middle)) { high = middle } else { low = middle }
        }
        return high
    }

    private mutating func dayNumber(_ clock: Int, at time: Int64) -> Int {
        let local = time + Int64(clocks[clock].offset(at: time))
        return Int((local - (local % 86_400 + 86_400) % 86_400) / 86_400)
    }

    /// Replaces the stays.
    mutating func replace(_ stays: [Stay]) {
        self.stays = stays
        last = nil
    }

    /// The index of the clock at a time.
    func clock(at time: Int64) -> Int { stays[index(at: time)].clock }

    private func index(at time: Int64) -> Int {
        var (low, high) = (0, stays.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stays[middle].start <= time { low = middle } else { high = middle }
        }
        return low
    }
}
