import FoundationEssentials

/// A strict RFC 3339 §5.6 time: no text before or after it, and each part in its range.
///
/// Foundation's parser ignores text after a time, and carries hour 25 and 30 February into the next day.
struct RFC3339Time {
    let date: Date

    init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= 64 else { return nil }
        var reader = Reader(text)
        guard let day = reader.day(), reader.take("T", or: "t") != nil, let time = reader.timeOfDay(),
            let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let milliseconds = (day * 86_400 + time - offset) * 1_000 + fraction
        date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// A time in UTC with milliseconds; nil outside the years 1600 to 9999, which Foundation formats.
    static func text(milliseconds: Double) -> String? {
        guard let milliseconds = Int64(exactly: milliseconds), years.contains(milliseconds) else { return nil }
        let (day, rest) = floorDivided(milliseconds, by: 86_400_000)
        let (year, month, dayOfMonth) = civil(Int(day))
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func append(_ value: Int, digits: Int, sign: Unicode.Scalar) {
            var scale = [1, 10, 100, 1_000][digits - 1]
            while scale > 0 {
                text.append(UInt8(ascii: "0") + UInt8(value / scale % 10))
                scale /= 10
            }
            text.append(UInt8(ascii: sign))
        }
        append(year, digits: 4, sign: "-")
        append(month, digits: 2, sign: "-")
        append(dayOfMonth, digits: 2, sign: "T")
        append(Int(rest / 3_600_000), digits: 2, sign: ":")
        append(Int(rest / 60_000 % 60), digits: 2, sign: ":")
        append(Int(rest / 1_000 % 60), digits: 2, sign: ".")
        append(Int(rest % 1_000), digits: 3, sign: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// 1600-01-01 to the end of 9999, in milliseconds since 1970.
    private static let years: Range<Int64> = -11_676_096_000_000..<253_402_300_800_000

    private static func floorDivided(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Year, month and day of a day since 1970-01-01, from 1600 on.
    private static func civil(_ day: Int) -> (Int, Int, Int) {
        // Counted in years from 1 March, in cycles of 400 years, since 0000-03-01.
        let (cycle, ofCycle) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (ofCycle - ofCycle / 1_460 + ofCycle / 36_524 - ofCycle / 146_096) / 365
        let ofYear = ofCycle - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let ofMonth = ofYear - (153 * month + 2) / 5 + 1
        let isAfterFebruary = month < 10
        return (cycle * 400 + year + (isAfterFebruary ? 0 : 1), isAfterFebruary ? month + 3 : month - 9, ofMonth)
    }

    /// Reads a time's parts one after another; each is nil if it is missing.
    private struct Reader {
        private let text: ArraySlice<UInt8>
        private var place: Int

        init(_ text: ArraySlice<UInt8>) {
            self.text = text
            place = text.startIndex
        }

        var isAtEnd: Bool { place == text.endIndex }

        /// Days since 1970-01-01, in the Gregorian calendar.
        mutating func day() -> Int? {
            guard let year = number(4, in: 0...9_999), take("-") != nil, let month = number(2, in: 1...12),
                take("-") != nil, let day = number(2, in: 1...Self.length(month, of: year))
            else { return nil }
            // Counted in years from 1 March, so that the leap day is the last; 1970-01-01 is day 719,468 since
            // 0000-03-01.
            let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
            let leapDays =
                Self.floor(marchYear, by: 4) - Self.floor(marchYear, by: 100) + Self.floor(marchYear, by: 400)
            return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
        }

        private static func length(_ month: Int, of year: Int) -> Int {
            switch month {
            case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        private static func floor(_ value: Int, by divisor: Int) -> Int {
            value >= 0 ? value / divisor : (value + 1) / divisor - 1
        }

        /// Seconds since midnight.
        mutating func timeOfDay() -> Int? {
            guard let hour = number(2, in: 0...23), take(":") != nil, let minute = number(2, in: 0...59),
                take(":") != nil, let second = number(2, in: 0...59)
            else { return nil }
            return hour * 3_600 + minute * 60 + second
        }

        /// The fraction of the second in milliseconds, 0 if absent; nil for a point without digits.
        ///
        /// Digits after the third are dropped, as in a reading's times: stores have no more, and a finer time in memory
        /// would differ from the stored one.
        mutating func fraction() -> Int? {
            guard take(".") != nil else { return 0 }
            let start = place
            var (value, scale) = (0, 100)
            while place < text.endIndex, let digit = Self.digit(text[place]) {
                (value, scale) = (value + digit * scale, scale / 10)
                place += 1
            }
            return place > start ? value : nil
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            if take("Z", or: "z") != nil { return 0 }
            guard let sign = take("+", or: "-"), let hours = number(2, in: 0...23), take(":") != nil,
                let minutes = number(2, in: 0...59)
            else { return nil }
            return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
        }

        mutating func take(_ sign: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> UInt8? {
            guard place < text.endIndex else { return nil }
            let byte = text[place]
            guard byte == UInt8(ascii: sign) || other.map({ UInt8(ascii: $0) }) == byte else { return nil }
            place += 1
            return byte
        }

        private mutating func number(_ count: Int, in range: ClosedRange<Int>) -> Int? {
            guard text.endIndex - place >= count else { return nil }
            var value = 0
            for _ in 0..<count {
                guard let digit = Self.digit(text[place]) else { return nil }
                value = value * 10 + digit
                place += 1
            }
            return range.contains(value) ? value : nil
        }

        private static func digit(_ byte: UInt8) -> Int? {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
        }
    }
}
