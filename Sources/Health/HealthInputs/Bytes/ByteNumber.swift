package import VitalRecords

/// A parser of decimal numbers that makes no strings.
enum ByteNumber {
    /// Reads a number: `12`, `-0.5`, `97.123456789012345`, `6.1e-05`; nil for any other form.
    ///
    /// Excess digits are rounded half to even.
    static func decimal(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> DecimalNumber? {
        var index = range.lower
        let isNegative = index < range.upper && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var mantissa: Int64 = 0
        var digits = 0
        var point: Int?
        while index < range.upper {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digit < 10 {
                // 18 digits always fit; longer and unusual texts take the slow path.
                guard digits < 18 else { return slow(bytes, in: range) }
                mantissa = mantissa &* 10 &+ Int64(digit)
                digits += 1
            } else if bytes[index] == UInt8(ascii: "."), point == nil {
                point = digits
            } else {
                return slow(bytes, in: range)
            }
            index += 1
        }
        guard digits > 0, point != 0, point != digits else { return nil }
        let fraction = point.map { digits - $0 } ?? 0
        return DecimalNumber(mantissa: isNegative ? -mantissa : mantissa, exponent: Int8(-fraction))
    }

    private static func slow(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> DecimalNumber? {
        guard range.count <= 64 else { return nil }
        let text = String(decoding: ByteText.copy(bytes, in: range), as: UTF8.self)
        if let exact = DecimalNumber(text) { return exact }
        guard text.utf8.allSatisfy({ $0 &- 48 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        return DecimalNumber(roundingText: text)
    }
}

extension DecimalNumber {
    /// The value rounded half to even to an integer; nil if it does not fit.
    package var wholeNumber: Int64? { counted(in: 1) }

    /// The value times `parts` as an integer: hours in seconds with 3,600.
    package func counted(in parts: Int64) -> Int64? {
        multiplied(by: parts, over: 1, fractionDigits: 0)?.mantissa
    }

    /// The value with its decimal point moved to the left, without rounding; nil if it does not fit.
    package func shifted(_ places: Int8) -> DecimalNumber? {
        let (power, overflow) = exponent.subtractingReportingOverflow(places)
        return overflow ? nil : DecimalNumber(mantissa: mantissa, exponent: power)
    }
}
