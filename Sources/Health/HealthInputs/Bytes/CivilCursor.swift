/// Reads the parts of a date's text one after another.
struct CivilCursor {
    /// An offset that was read, or that there is none.
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

    /// A date as days since 1970: year first with dashes, or as Americans write it.
    mutating func date(_ bytes: borrowing Span<UInt8>) -> Int? {
        let start = place
        guard let first = number(bytes, 4), let separator = take(bytes), let second = number(bytes, 2),
            take(bytes) == separator, let third = number(bytes, 4)
        else { return nil }
        switch separator {
        case UInt8(ascii: "-"), UInt8(ascii: "."):
            guard place - start == 10, first >= 1_000 else { return nil }
            return Self.day(first, second, third)
        case UInt8(ascii: "/"): return Self.day(third < 100 ? 2_000 + third : third, first, second)
        default: return nil
        }
    }

    /// The second of a day, of 24 hours or of two times twelve; a fraction of a second is dropped.
    mutating func timeOfDay(_ bytes: borrowing Span<UInt8>) -> Int? {
        guard let hour = number(bytes, 2), hour < 24, take(bytes) == UInt8(ascii: ":"),
            let minute = number(bytes, 2), minute < 60
        else { return nil }
        var second = 0
        if peek(bytes) == UInt8(ascii: ":") {
            place += 1
            guard let found = number(bytes, 2), found < 60 else { return nil }
            second = found
        }
        skipFraction(bytes)
        guard let hour = half(bytes, of: hour) else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// What stands behind the time: `Z`, `+0100`, `-03:30`, or nothing; nil for anything else.
    mutating func offset(_ bytes: borrowing Span<UInt8>) -> Offset? {
        guard !isAtEnd else { return Offset(seconds: nil) }
        let sign = take(bytes)
        if sign == UInt8(ascii: "Z") { return isAtEnd ? Offset(seconds: 0) : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(bytes, 2), hours <= 18 else {
            return nil
        }
        if peek(bytes) == UInt8(ascii: ":") { place += 1 }
        guard let minutes = number(bytes, 2), minutes < 60, isAtEnd else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return Offset(seconds: sign == UInt8(ascii: "-") ? -seconds : seconds)
    }

    /// Steps over blanks, the narrow one that cannot be broken too, and over a `T`.
    mutating func skipBlank(_ bytes: borrowing Span<UInt8>) {
        while let byte = peek(bytes) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "\t"): place += 1
            case 0xC2 where follows(bytes, [0xA0]): place += 2
            case 0xE2 where follows(bytes, [0x80, 0xAF]): place += 3
            default: return
            }
        }
    }

    /// Undoes the halves of the day.
    private mutating func half(_ bytes: borrowing Span<UInt8>, of hour: Int) -> Int? {
        let before = place
        skipBlank(bytes)
        guard let letter = peek(bytes).map({ $0 | 0x20 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"),
            follows(bytes, [UInt8(ascii: "M")]) || follows(bytes, [UInt8(ascii: "m")])
        else {
            place = before
            return hour
        }
        place += 2
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
    }

    private mutating func skipFraction(_ bytes: borrowing Span<UInt8>) {
        guard let point = peek(bytes), point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return }
        place += 1
        while let digit = peek(bytes), digit &- UInt8(ascii: "0") < 10 { place += 1 }
    }

    /// A number of one up to some digits.
    private mutating func number(_ bytes: borrowing Span<UInt8>, _ most: Int) -> Int? {
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

    private func follows(_ bytes: borrowing Span<UInt8>, _ wanted: [UInt8]) -> Bool {
        guard place + wanted.count < end else { return false }
        for index in wanted.indices where bytes[place + 1 + index] != wanted[index] { return false }
        return true
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1900..<2200).contains(year), (1...12).contains(month), day >= 1, day <= ByteDate.days(month, year) else {
            return nil
        }
        return ByteDate.daysSince1970(year, month, day)
    }
}
