internal import ByteScan

/// A date and time of day in a file, with the UTC offset if the file has it.
struct CivilMoment: Hashable {
    /// Days since 1 January 1970.
    let day: Int
    /// The second of the day; nil for a date only.
    let second: Int?
    /// The UTC offset in seconds.
    let offset: Int?

    /// Seconds since 1970 on the local clock.
    var clock: Int64 { Int64(day) * 86_400 + Int64(second ?? 0) }
    /// Seconds since 1970 (UTC); nil without an offset or a time of day.
    var time: Int64? { second == nil ? nil : offset.map { clock - Int64($0) } }
    /// Whether it is the first second of its day.
    var isMidnight: Bool { second ?? 0 == 0 }

    /// Reads `2026-03-25 00:00:00 +0100`, `2026-03-25 12:00:00 AM +0100` with any space before AM,
    /// `2026-03-25T08:05:00.000Z` or `03/25/26 08:05:00`, each optionally truncated; nil for any other form.
    init?(_ bytes: borrowing Span<UInt8>, range: ByteRange) {
        var cursor = CivilCursor(range)
        guard let day = cursor.date(bytes) else { return nil }
        self.day = day
        cursor.skipBlank(bytes)
        guard !cursor.isAtEnd else {
            second = nil
            offset = nil
            return
        }
        guard let second = cursor.timeOfDay(bytes) else { return nil }
        self.second = second
        cursor.skipBlank(bytes)
        guard let offset = cursor.offset(bytes) else { return nil }
        self.offset = offset.seconds
    }

    /// Reads a time of day with its offset, `07:15:00.000+01:00`, on a known day.
    init?(timeOfDay bytes: borrowing Span<UInt8>, range: ByteRange, on day: Int) {
        var cursor = CivilCursor(range)
        guard let second = cursor.timeOfDay(bytes) else { return nil }
        cursor.skipBlank(bytes)
        guard let offset = cursor.offset(bytes) else { return nil }
        self.init(day: day, second: second, offset: offset.seconds)
    }

    init(day: Int, second: Int?, offset: Int?) {
        self.day = day
        self.second = second
        self.offset = offset
    }

    /// Reads a date from a string, see ``init(_:range:)``.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span, range: ByteRange(0, end: bytes.count))
    }
}

/// A date parser that reads only the time of day if date and offset equal those of the previous date.
///
/// Its results equal those of ``ByteDate``.
struct DateMemo {
    // `2026-03-`, then `01 `, then ` +0100`, as numbers; 0 for none.
    private var month: UInt64 = 0
    private var day: UInt64 = 0
    private var zone: UInt64 = 0
    /// The first second of the day on the date's clock, since 1970.
    private var start: Int64 = 0
    private var offset = 0

    /// Reads a date.
    mutating func moment(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> ByteDate.Moment? {
        guard range.count == 25 else { return ByteDate.moment(bytes, in: range) }
        let place = range.lower
        let (first, second) = (ByteWord.load(bytes, at: place), ByteWord.load(bytes, at: place + 8))
        let third = ByteWord.load(bytes, at: place + 16)
        let clock = second >> 24 | third << 40
        let (day, zone) = (second & 0xFF_FFFF, third >> 24 | UInt64(bytes[place + 24]) << 40)
        guard first == month, day == self.day, zone == self.zone, let second = Self.secondOfDay(clock) else {
            guard let moment = ByteDate.usual(bytes, start: place) else { return ByteDate.moment(bytes, in: range) }
            guard let second = Self.secondOfDay(clock) else { return moment }
            (month, self.day, self.zone, offset) = (first, day, zone, moment.offset)
            start = moment.time + Int64(moment.offset) - second
            return moment
        }
        return ByteDate.Moment(time: start + second - Int64(offset), offset: offset)
    }

    /// The second of the day of `08:05:00`, little-endian; nil for any other form.
    @inline(__always)
    private static func secondOfDay(_ clock: UInt64) -> Int64? {
        let digits = clock ^ 0x3030_3A30_303A_3030
        // The highest bit of a byte is set if it is not a digit, or not a colon.
        guard (digits | (digits &+ 0x7676_7F76_767F_7676)) & 0x8080_8080_8080_8080 == 0 else { return nil }
        let (hour, minute, second) = (two(digits), two(digits >> 24), two(digits >> 48))
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    @inline(__always)
    private static func two(_ digits: UInt64) -> Int64 {
        Int64(truncatingIfNeeded: (digits & 0xFF) * 10 + digits >> 8 & 0xFF)
    }
}
