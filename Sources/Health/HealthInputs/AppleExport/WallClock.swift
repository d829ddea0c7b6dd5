/// A parser of times of day in the formats that phones show.
enum WallClock {
    /// The second of the day of a text in bytes.
    static func secondOfDay(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Int? {
        usual(bytes, in: range) ?? secondOfDay(ByteText.unescaped(bytes, in: range))
    }

    /// Reads `4:17:18.57 PM` without making a string; nil for any other form.
    private static func usual(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Int? {
        guard range.count >= 13, bytes[range.upper - 1] | 0x20 == UInt8(ascii: "m") else { return nil }
        // A space, or U+202F as newer systems write it.
        let blank = bytes[range.upper - 3] == UInt8(ascii: " ") ? range.upper - 3 : range.upper - 5
        guard blank == range.upper - 3 || (bytes[blank], bytes[blank + 1], bytes[blank + 2]) == (0xE2, 0x80, 0xAF),
            bytes[blank - 3] == UInt8(ascii: ".")
        else { return nil }
        let second = blank - 5
        guard second - 4 > range.lower else { return nil }
        let (half, colons) = (bytes[range.upper - 2] | 0x20, (bytes[second - 1], bytes[second - 4]))
        guard half == UInt8(ascii: "a") || half == UInt8(ascii: "p"), colons == (0x3A, 0x3A),
            let hour = number(bytes, start: range.lower, end: second - 4),
            let minute = number(bytes, start: second - 3, end: second - 1),
            let seconds = number(bytes, start: second, end: second + 2),
            number(bytes, start: second + 3, end: second + 5) != nil,
            (1...12).contains(hour), minute < 60, seconds < 60
        else { return nil }
        return (hour % 12 + (half == UInt8(ascii: "p") ? 12 : 0)) * 3_600 + minute * 60 + seconds
    }

    /// Reads one or two digits.
    private static func number(_ bytes: borrowing Span<UInt8>, start: Int, end: Int) -> Int? {
        guard end > start, end - start <= 2 else { return nil }
        var value = 0
        for index in start..<end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// The second of the day of `4:17:18.57 pm`, `16:17:18,57` or `4:17:18.57 PM`; nil for any other form.
    static func secondOfDay(_ text: String) -> Int? {
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(3).compactMap { Int($0) }
        guard numbers.count == 3, (0..<24).contains(numbers[0]), numbers[1] < 60, numbers[2] < 60 else { return nil }
        let letters = text.lowercased().filter(\.isLetter)
        var hour = numbers[0]
        if letters == "pm" || letters == "am" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (letters == "pm" ? 12 : 0)
        } else if !letters.isEmpty {
            // AM and PM in another language.
            return nil
        }
        return hour * 3_600 + numbers[1] * 60 + numbers[2]
    }
}

/// The start and end of an element.
struct AppleTimes {
    /// Seconds since 1970 (UTC).
    let start: Int64
    /// Seconds since 1970 (UTC), not before the start.
    let end: Int64
    /// The UTC offset of the start date, in seconds.
    let startOffset: Int
    /// The UTC offset of the end date, in seconds.
    let endOffset: Int
}

/// Emits a zone hint where the UTC offset of dates changes.
///
/// It emits no hint while all dates have the offset of the day of the export, as in almost every file.
struct WrittenOffsets {
    /// The interval after which the same offset is emitted again, in seconds.
    private static let interval: Int64 = 6 * 3_600

    /// The UTC offset of the export date, in seconds.
    var exported: Int?
    private var hasOthers = false
    private var last: (time: Int64, offset: Int)?
    private var told: (time: Int64, offset: Int)?

    /// Whether a sample with this offset emits no hint.
    func isSilent(_ offset: Int) -> Bool { !hasOthers && (exported == nil || offset == exported) }

    /// The hints that a sample's start emits.
    mutating func note(_ time: Int64, offset: Int) -> [ZoneHint] {
        if !hasOthers {
            guard let exported, offset != exported else { return [] }
            hasOthers = true
        }
        let before = last
        last = (time, offset)
        if let told, told.offset == offset, told.time / Self.interval == time / Self.interval { return [] }
        told = (time, offset)
        var hints = [ZoneHint(time: time, zone: .written(offset))]
        if let before, before.offset != offset {
            hints.insert(ZoneHint(time: before.time, zone: .written(before.offset)), at: 0)
        }
        return hints
    }
}
