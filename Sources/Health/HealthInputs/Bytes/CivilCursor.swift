/// A parser of the parts of a date, in order.
struct CivilCursor {
    /// An optional UTC offset that was parsed.
    struct Offset {
        let seconds: Int?
    }

    private var place: Int
    private let end: Int

    init(_ range: ByteRange) {
        place = range.lower
        end = range.upper
    }

    var isAtEnd: Bool { place >= end }

    /// Reads a date as days since 1970: year first with dashes, or in American order.
    mutating func date(_ bytes: borrowing Span<UInt8>) -> Int? {
        let start = place
        guard let first = number(bytes, most: 4), let separator = take(bytes), let second = number(bytes, most: 2),
            take(bytes) == separator, let third = number(bytes, most: 4)
        else { return nil }
        switch separator {
        case UInt8(ascii: "-"), UInt8(ascii: "."):
            guard place - start == 10, first >= 1_000 else { return nil }
            return Self.day(first, month: second, day: third)
        case UInt8(ascii: "/"): return Self.day(third < 100 ? 2_000 + third : third, month: first, day: second)
        default: return nil
        }
    }

    /// Reads a time of day on a 24- or 12-hour clock; fractional seconds are dropped.
    mutating func timeOfDay(_ bytes: borrowing Span<UInt8>) -> Int? {
        guard let hour = number(bytes, most: 2), hour < 24, take(bytes) == UInt8(ascii: ":"),
            let minute = number(bytes, most: 2), minute < 60
        else { return nil }
        var second = 0
        if peek(bytes) == UInt8(ascii: ":") {
            place += 1
            guard let found = number(bytes, most: 2), found < 60 else { return nil }
            second = found
        }
        skipFraction(bytes)
        guard let hour = half(bytes, of: hour) else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Reads the offset after the time: `Z`, `+0100`, `-03:30` or none; nil for any other form.
    mutating func offset(_ bytes: borrowing Span<UInt8>) -> Offset? {
        guard !isAtEnd else { return Offset(seconds: nil) }
        let sign = take(bytes)
        if sign == UInt8(ascii: "Z") { return isAtEnd ? Offset(seconds: 0) : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(bytes, most: 2), hours <= 18
        else {
            return nil
        }
        if peek(bytes) == UInt8(ascii: ":") { place += 1 }
        guard let minutes = number(bytes, most: 2), minutes < 60, isAtEnd else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return Offset(seconds: sign == UInt8(ascii: "-") ? -seconds : seconds)
    }

    /// Skips spaces, U+202F and a `T`.
    mutating func skipBlank(_ bytes: borrowing Span<UInt8>) {
        while let byte = peek(bytes) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "\t"): place += 1
            case 0xC2 where follows(bytes, wanted: [0xA0]): place += 2
            case 0xE2 where follows(bytes, wanted: [0x80, 0xAF]): place += 3
            default: return
            }
        }
    }

    /// Applies `AM`, `p.m.` or `p. m.` to an hour.
    private mutating func half(_ bytes: borrowing Span<UInt8>, of hour: Int) -> Int? {
        let before = place
        skipBlank(bytes)
        guard let letter = peek(bytes).map({ $0 | 0x20 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"),
            skipHalf(bytes)
        else {
            place = before
            return hour
        }
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
    }

    /// Skips a letter, an M and the points that some languages write after both; false for anything else.
    private mutating func skipHalf(_ bytes: borrowing Span<UInt8>) -> Bool {
        place += 1
        if peek(bytes) == UInt8(ascii: ".") {
            place += 1
            skipBlank(bytes)
        }
        guard peek(bytes).map({ $0 | 0x20 }) == UInt8(ascii: "m") else { return false }
        place += 1
        if peek(bytes) == UInt8(ascii: ".") { place += 1 }
        return true
    }

    private mutating func skipFraction(_ bytes: borrowing Span<UInt8>) {
        guard let point = peek(bytes), point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return }
        place += 1
        while let digit = peek(bytes), digit &- UInt8(ascii: "0") < 10 { place += 1 }
    }

    /// Reads a number of one to `digits` digits.
    private mutating func number(_ bytes: borrowing Span<UInt8>, most: Int) -> Int? {
        let start = place
        var value = 0
        while place < end, place - start < most {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value * 10 + Int(digit)
            place += 1
        }
        return place == start ? nil : value
    }

    private func peek(_ bytes: borrowing Span<UInt8>) -> UInt8? { place < end ? bytes[place] : nil }

    private mutating func take(_ bytes: borrowing Span<UInt8>) -> UInt8? {
        guard place < end else { return nil }
        place += 1
        return bytes[place - 1]
    }

    private func follows(_ bytes: borrowing Span<UInt8>, wanted: [UInt8]) -> Bool {
        guard place + wanted.count < end else { return false }
        for index in wanted.indices where bytes[place + 1 + index] != wanted[index] { return false }
        return true
    }

    private static func day(_ year: Int, month: Int, day: Int) -> Int? {
        guard (1900..<2200).contains(year), (1...12).contains(month), day >= 1, day <= ByteDate.days(month, year: year)
        else {
            return nil
        }
        return ByteDate.daysSince1970(year, month: month, day: day)
    }
}
