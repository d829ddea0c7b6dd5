public import FoundationEssentials

/// A decimal number that keeps the digits it was written with: `mantissa` × 10^`exponent`.
///
/// Medical devices send decimals, and 36.50 states more than 36.5. Binary floating point keeps neither, so readings
/// never pass through it. Numbers are equal if their values are: 36.50 == 36.5, though they print differently. The
/// exponent's range is that of an IEEE 11073 FLOAT and of Foundation's `Decimal`.
public struct DecimalNumber: Sendable {
    /// The digits, with the sign.
    public let mantissa: Int64

    /// The power of ten.
    public let exponent: Int8

    /// Creates a number from its digits and its power of ten.
    public init(mantissa: Int64, exponent: Int8) {
        self.mantissa = mantissa
        self.exponent = exponent
    }

    /// Creates an integer.
    public init(_ integer: Int64) {
        self.init(mantissa: integer, exponent: 0)
    }

    /// The number of fraction digits, 0 to 128.
    public var fractionDigits: Int { max(0, -Int(exponent)) }

    /// True if the last fraction digit is a zero, so that the value alone does not determine the digits.
    public var hasTrailingFractionZeros: Bool { exponent < 0 && mantissa % 10 == 0 }

    /// The same value without trailing zeros in its fraction: 36.50 becomes 36.5, and 12.0 becomes 12.
    public var withoutTrailingFractionZeros: DecimalNumber {
        var digits = mantissa
        var power = exponent
        while power < 0, digits % 10 == 0 {
            digits /= 10
            power += 1
        }
        return DecimalNumber(mantissa: digits, exponent: power)
    }
}

extension DecimalNumber: ExpressibleByIntegerLiteral {
    /// Creates an integer from a literal.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension DecimalNumber {
    /// The same value padded with zeros to a number of fraction digits; nil if they do not fit.
    package func padded(toFractionDigits digits: Int) -> DecimalNumber? {
        var result = mantissa
        var power = Int(exponent)
        while power > -digits {
            if result != 0 {
                let (product, overflow) = result.multipliedReportingOverflow(by: 10)
                guard !overflow else { return nil }
                result = product
            }
            power -= 1
        }
        return Int8(exactly: power).map { DecimalNumber(mantissa: result, exponent: $0) }
    }
}

extension DecimalNumber: Hashable, Comparable {
    /// Compares values, whatever their digits: 36.50 == 36.5.
    public static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
        left.reduced == right.reduced
    }

    /// Compares values exactly.
    public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
        let (leftSign, rightSign) = (left.mantissa.signum(), right.mantissa.signum())
        guard leftSign == rightSign else { return leftSign < rightSign }
        guard leftSign != 0 else { return false }
        let smaller = leftSign > 0 ? (left, right) : (right, left)
        return smaller.0.magnitudeIsLess(than: smaller.1)
    }

    /// Hashes the value, not the digits.
    public func hash(into hasher: inout Hasher) {
        let reduced = reduced
        hasher.combine(reduced.mantissa)
        hasher.combine(reduced.exponent)
    }

    /// The digits without trailing zeros.
    ///
    /// The exponent can exceed the range of `Int8` here.
    private var reduced: (mantissa: Int64, exponent: Int) {
        guard mantissa != 0 else { return (0, 0) }
        var digits = mantissa
        var power = Int(exponent)
        while digits % 10 == 0 {
            digits /= 10
            power += 1
        }
        return (digits, power)
    }

    /// Compares the magnitudes of two values that are not zero.
    private func magnitudeIsLess(than other: DecimalNumber) -> Bool {
        let left = mantissa.magnitude
        let right = other.mantissa.magnitude
        let leftOrder = Self.digitCount(left) + Int(exponent)
        let rightOrder = Self.digitCount(right) + Int(other.exponent)
        guard leftOrder == rightOrder else { return leftOrder < rightOrder }
        // The orders are equal, so the exponents differ by 18 at most and both sides fit into 128 bits.
        let shift = Int(exponent) - Int(other.exponent)
        let leftScaled = UInt128(left) * Self.powerOfTen(max(0, shift))
        let rightScaled = UInt128(right) * Self.powerOfTen(max(0, -shift))
        return leftScaled < rightScaled
    }

    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1
        var rest = value / 10
        while rest > 0 {
            rest /= 10
            count += 1
        }
        return count
    }

    private static func powerOfTen(_ power: Int) -> UInt128 {
        (0..<power).reduce(into: UInt128(1)) { result, _ in result *= 10 }
    }
}

extension DecimalNumber {
    /// Converts exactly; nil for NaN and for digits that do not fit into 64 bits.
    public init?(exactly decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(decimal.description)
    }

    /// Converts with half-to-even rounding to 18 digits if the exact value does not fit.
    ///
    /// It is for values of other software, which may be computed. Nil for NaN and values out of range.
    public init?(rounding decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(roundingText: decimal.description)
    }

    /// The same value as Foundation's decimal, without trailing zeros in the fraction.
    ///
    /// Nil only if Foundation cannot hold the value exactly.
    public var decimal: Decimal? {
        let short = withoutTrailingFractionZeros
        let result = Decimal(
            sign: short.mantissa < 0 ? .minus : .plus,
            exponent: Int(short.exponent),
            significand: Decimal(short.mantissa.magnitude)
        )
        // Foundation has 38 digits, so digits can be lost only at the ends of the exponent's range.
        if (-64...64).contains(short.exponent) { return result }
        return DecimalNumber(exactly: result) == self ? result : nil
    }
}
