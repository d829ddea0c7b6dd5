public import FoundationEssentials

extension Date {
    /// Milliseconds since 1970, rounded to the nearest and clamped to the years 1 to 9999.
    public var millisecondsSince1970: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded()
        guard !value.isNaN else { return 0 }
        return Int64(min(max(value, -62_135_596_800_000), 253_402_300_799_999))
    }

    /// Creates a date from milliseconds since 1970.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The date rounded to the millisecond, so that it survives JSON unchanged.
    public var roundedToMilliseconds: Date { Date(millisecondsSince1970: millisecondsSince1970) }

    /// ISO 8601 in UTC to the millisecond: `2026-08-11T20:56:00.000Z`.
    public var iso8601Milliseconds: String {
        let (days, rest) = Self.floorDivide(millisecondsSince1970, divisor: 86_400_000)
        let civil = CivilDateTime(daysSince1970: Int(days), secondOfDay: Int(rest / 1_000))
        return "\(civil?.description ?? "1970-01-01T00:00:00").\(CivilDateTime.padded(Int(rest % 1_000), width: 3))Z"
    }

    /// Parses ISO 8601 with a zone (`Z` or `+02:00`) and any number of fraction digits, to the millisecond.
    ///
    /// Nil for any other form, also for a time without a zone.
    public init?(iso8601 text: String) {
        guard text.utf8.count <= 64, let civil = CivilDateTime(String(text.prefix(19))) else { return nil }
        var rest = text.dropFirst(19)
        var milliseconds: Int64 = 0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0 != "Z" && $0 != "+" && $0 != "-" }
            let padded = Array((digits + "000").utf8.prefix(3))
            guard (1...9).contains(digits.utf8.count), CivilDateTime.number(Array(digits.utf8)[...]) != nil,
                let value = CivilDateTime.number(padded[...])
            else { return nil }
            milliseconds = Int64(value)
            rest = rest[digits.endIndex...]
        }
        guard let offset = Self.zoneOffset(rest) else { return nil }
        let whole = civil.date(utcOffset: offset).millisecondsSince1970
        self.init(millisecondsSince1970: whole + milliseconds)
    }

    private static func floorDivide(_ value: Int64, divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The UTC offset of `Z`, `+02:00` or `-0530`, in seconds.
    private static func zoneOffset(_ text: Substring) -> Int? {
        guard text != "Z" else { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = Array(text.dropFirst().utf8.filter { $0 != UInt8(ascii: ":") })
        guard digits.count == 4, let hours = CivilDateTime.number(digits[0..<2]),
            let minutes = CivilDateTime.number(digits[2..<4]), hours <= 18, minutes <= 59
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}

extension FixedWidthInteger {
    /// Truncates a floating-point number and clamps it to the type's range; 0 for NaN.
    package init(clamping value: Double) {
        let whole = value.rounded(.towardZero)
        self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
    }

    /// Adds counts of other processes, clamped to the type's range.
    package static func clampedSum(_ values: Self...) -> Self { clampedSum(values) }

    /// Adds numbers, clamped to the type's range.
    package static func clampedSum(_ values: [Self]) -> Self {
        values.reduce(0) { sum, value in
            let (next, isPast) = sum.addingReportingOverflow(value)
            return isPast ? (value < 0 ? .min : .max) : next
        }
    }
}
