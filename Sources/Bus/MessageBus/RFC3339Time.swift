import FoundationEssentials

/// A time as RFC 3339 §5.6 writes it, strictly: nothing before it, nothing after it, each part in its range.
///
/// Foundation's parser passes over what follows a time and carries hour 25 and 30 February into the next day.
struct RFC3339Time {
    let date: Date

    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var rest = Array(text.utf8)[...]
        guard let day = Self.day(&rest), Self.take("Tt", &rest) != nil, let time = Self.timeOfDay(&rest),
            let fraction = Self.fraction(&rest), let offset = Self.offset(&rest), rest.isEmpty
        else { return nil }
        date = Date(timeIntervalSince1970: Double(day * 86_400 + time - offset) + fraction)
    }

    /// Days since 1970-01-01, in the Gregorian calendar.
    private static func day(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let year = number(4, 0...9_999, &rest), take("-", &rest) != nil, let month = number(2, 1...12, &rest),
            take("-", &rest) != nil, let day = number(2, 1...length(month, year), &rest)
        else { return nil }
        // Counted in years from 1 March, so that the leap day is the last; 1970-01-01 is day 719,468 since 0000-03-01.
        let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = floor(marchYear, 4) - floor(marchYear, 100) + floor(marchYear, 400)
        return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
    }

    private static func length(_ month: Int, _ year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }

    /// Seconds since midnight.
    private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let hour = number(2, 0...23, &rest), take(":", &rest) != nil, let minute = number(2, 0...59, &rest),
            take(":", &rest) != nil, let second = number(2, 0...59, &rest)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// The part of a second, 0 where there is none; nil for a point without digits.
    ///
    /// Digits after the ninth are dropped.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard take(".", &rest) != nil else { return 0 }
        let digits = rest.prefix { isDigit($0) }
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty else { return nil }
        let (value, scale) = digits.prefix(9).reduce((0.0, 1.0)) {
            ($0.0 * 10 + Double($1 - UInt8(ascii: "0")), $0.1 * 10)
        }
        return value / scale
    }

    /// Seconds east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let sign = take("Zz+-", &rest) else { return nil }
        if sign == "Z" || sign == "z" { return 0 }
        guard let hours = number(2, 0...23, &rest), take(":", &rest) != nil, let minutes = number(2, 0...59, &rest)
        else {
            return nil
        }
        return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static func take(_ allowed: String, _ rest: inout ArraySlice<UInt8>) -> Character? {
        guard let byte = rest.first, allowed.utf8.contains(byte) else { return nil }
        rest.removeFirst()
        return Character(Unicode.Scalar(byte))
    }

    private static func number(_ count: Int, _ range: ClosedRange<Int>, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ isDigit($0) }) else { return nil }
        rest = rest.dropFirst(count)
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(value) ? value : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
