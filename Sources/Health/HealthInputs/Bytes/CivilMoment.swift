/// A date and a time of day as files have them, with the zone's offset where they have one.
struct CivilMoment: Hashable {
    /// The date, as days since 1 January 1970.
    let day: Int
    /// The second of the day; nil where there is a date alone.
    let second: Int?
    /// How far the clock was ahead of UTC, in seconds.
    let offset: Int?

    /// Seconds since 1970 on the clock that it was read from.
    var clock: Int64 { Int64(day) * 86_400 + Int64(second ?? 0) }
    /// Seconds since 1970 (UTC), where the offset and the time of day are known.
    var time: Int64? { second == nil ? nil : offset.map { clock - Int64($0) } }
    /// Whether it is the first second of its day.
    var isMidnight: Bool { second ?? 0 == 0 }

    /// Reads `2026-03-25 00:00:00 +0100`, `2026-03-25 12:00:00 AM +0100` with any blank before the halves of the day,
    /// `2026-03-25T08:05:00.000Z`, `03/25/26 08:05:00`, each also without its end; nil for anything else.
    init?(_ bytes: borrowing Span<UInt8>, _ range: ByteRange) {
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

    /// Reads a time of day with its offset, `07:15:00.000+01:00`, on a day that is known.
    init?(timeOfDay bytes: borrowing Span<UInt8>, _ range: ByteRange, on day: Int) {
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

    /// Reads a text, see above.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span, ByteRange(0, bytes.count))
    }
}
