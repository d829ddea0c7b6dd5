/// A parser of dates in exports.
enum ByteDate {
    /// A time and the UTC offset of its date.
    struct Moment: Hashable {
        /// Seconds since 1970 (UTC).
        let time: Int64
        /// The UTC offset in seconds.
        let offset: Int
    }

    /// Reads `2026-03-01 08:05:00 +0100`, also with a `T`, with fractional seconds, `Z` or `+01:00`, or as iOS 8 wrote
    /// it, `20260301080500+0100`; nil for any other form.
    static func moment(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Moment? {
        if range.count == 25, let usual = usual(bytes, start: range.lower) { return usual }
        return other(bytes, in: range) ?? onHalfDayClock(bytes, in: range)
    }

    /// Reads `2026-03-01 8:05:00 PM +0100`, with any space, as phones with a 12-hour clock write it.
    private static func onHalfDayClock(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Moment? {
        guard let moment = CivilMoment(bytes, range: range), let time = moment.time, let offset = moment.offset else {
            return nil
        }
        return Moment(time: time, offset: offset)
    }

    /// Reads 25 bytes of the form `2026-03-01 08:05:00 +0100` without a loop; nil for any other form.
    static func usual(_ bytes: borrowing Span<UInt8>, start: Int) -> Moment? {
        var isRight = bytes[start + 4] == UInt8(ascii: "-") && bytes[start + 7] == UInt8(ascii: "-")
        isRight = isRight && bytes[start + 10] == UInt8(ascii: " ") && bytes[start + 13] == UInt8(ascii: ":")
        isRight = isRight && bytes[start + 16] == UInt8(ascii: ":") && bytes[start + 19] == UInt8(ascii: " ")
        let sign = bytes[start + 20]
        guard isRight, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let year = two(bytes, at: start) * 100 + two(bytes, at: start + 2)
        let (month, day) = (two(bytes, at: start + 5), two(bytes, at: start + 8))
        let (hour, minute, second) = (
            two(bytes, at: start + 11), two(bytes, at: start + 14), two(bytes, at: start + 17)
        )
        let (hours, minutes) = (two(bytes, at: start + 21), two(bytes, at: start + 23))
        guard year >= 1_900, year < 2_200, month >= 1, month <= 12, day >= 1, day <= days(month, year: year), hour < 24,
            minute < 60, second <= 60, hours <= 18, minutes < 60
        else { return nil }
        let offset = (hours * 3_600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        let local =
            Int64(daysSince1970(year, month: month, day: day)) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        return Moment(time: local - Int64(offset), offset: offset)
    }

    /// Reads two digits; if one is not a digit, 10,000, which no field allows.
    @inline(__always)
    private static func two(_ bytes: borrowing Span<UInt8>, at index: Int) -> Int {
        let (high, low) = (bytes[index] &- UInt8(ascii: "0"), bytes[index + 1] &- UInt8(ascii: "0"))
        return high < 10 && low < 10 ? Int(high) &* 10 &+ Int(low) : 10_000
    }

    private static func other(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Moment? {
        var cursor = range.lower
        let year = take(4, bytes: bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: "-"), bytes: bytes, cursor: &cursor, end: range.upper)
        let month = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: "-"), bytes: bytes, cursor: &cursor, end: range.upper)
        let day = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        if cursor < range.upper, bytes[cursor] == UInt8(ascii: " ") || bytes[cursor] == UInt8(ascii: "T") {
            cursor += 1
        }
        let hour = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: ":"), bytes: bytes, cursor: &cursor, end: range.upper)
        let minute = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: ":"), bytes: bytes, cursor: &cursor, end: range.upper)
        let second = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        guard year >= 1900, year < 2200, month >= 1, month <= 12, day >= 1, day <= days(month, year: year), hour >= 0,
            hour < 24, minute >= 0, minute < 60, second >= 0, second <= 60
        else { return nil }
        skipFraction(bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: " "), bytes: bytes, cursor: &cursor, end: range.upper)
        guard let offset = offset(bytes, in: ByteRange(cursor, end: range.upper)) else { return nil }
        let local =
            Int64(daysSince1970(year, month: month, day: day)) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        return Moment(time: local - Int64(offset), offset: offset)
    }

    /// The UTC offset of `+0100`, `-03:30` or `Z`, in seconds.
    private static func offset(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Int? {
        guard let sign = range.isEmpty ? nil : bytes[range.lower] else { return nil }
        if sign == UInt8(ascii: "Z") { return range.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var cursor = range.lower + 1
        let hours = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        skip(UInt8(ascii: ":"), bytes: bytes, cursor: &cursor, end: range.upper)
        let minutes = take(2, bytes: bytes, cursor: &cursor, end: range.upper)
        guard cursor == range.upper, hours >= 0, hours <= 18, minutes >= 0, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Reads digits; -1, which no field allows, if there are none.
    @inline(__always)
    private static func take(_ count: Int, bytes: borrowing Span<UInt8>, cursor: inout Int, end: Int) -> Int {
        guard cursor + count <= end else { return -1 }
        var value = 0
        for index in cursor..<(cursor + count) {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return -1 }
            value = value &* 10 &+ Int(digit)
        }
        cursor += count
        return value
    }

    @inline(__always)
    private static func skip(_ byte: UInt8, bytes: borrowing Span<UInt8>, cursor: inout Int, end: Int) {
        if cursor < end, bytes[cursor] == byte { cursor += 1 }
    }

    private static func skipFraction(_ bytes: borrowing Span<UInt8>, cursor: inout Int, end: Int) {
        guard cursor < end, bytes[cursor] == UInt8(ascii: ".") else { return }
        cursor += 1
        while cursor < end, bytes[cursor] &- UInt8(ascii: "0") < 10 { cursor += 1 }
    }

    static func days(_ month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Years start in March here, so the leap day comes last (Hinnant, "chrono-compatible date algorithms").
    static func daysSince1970(_ year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
