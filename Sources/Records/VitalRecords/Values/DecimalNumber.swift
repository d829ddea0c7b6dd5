public import FoundationEssentials

/// A decimal number that keeps the digits it was written with: `mantissa` × 10^`exponent`.
///
/// Medical devices send decimals, and 36.50 says more than 36.5. Binary floating point keeps neither, so readings never
/// pass through it. Two numbers are equal when their values are: 36.50 == 36.5, though they print differently.
/// The exponent's range is that of an IEEE 11073 FLOAT and of Foundation's `Decimal`.
public struct DecimalNumber: Sendable {
    /// The digits, with their sign.
    public let mantissa: Int64

    /// The power of ten that the digits are multiplied by.
    public let exponent: Int8

    /// Makes a number from its digits and its power of ten.
    public init(mantissa: Int64, exponent: Int8) {
        self.mantissa = mantissa
        self.exponent = exponent
    }

    /// Makes a whole number.
    public init(_ integer: Int64) {
        self.init(mantissa: integer, exponent: 0)
    }

    /// How many digits stand behind the decimal point, 0 to 128.
    public var fractionDigits: Int { max(0, -Int(exponent)) }

    /// True where the last digit behind the point is a zero, so that the value alone does not show all digits.
    public var hasTrailingFractionZeros: Bool { exponent < 0 && mantissa % 10 == 0 }

    /// The same value without zeros at the end of its fraction: 36.50 becomes 36.5, and 12.0 becomes 12.
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
    /// Makes a whole number from a literal.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension DecimalNumber {
    /// The same value with zeros added up to a count of digits behind the point, or nil where they do not fit.
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
    /// True when both stand for the same value, whatever their digits: 36.50 == 36.5.
    public static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
        left.reduced == right.reduced
    }

    /// True when the left value is the smaller one.
    ///
    /// The comparison is exact.
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

    /// The digits without any zero at their end.
    ///
    /// The exponent can leave the range of `Int8` here.
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

    /// Compares two values that are not zero, without their signs.
    private func magnitudeIsLess(than other: DecimalNumber) -> Bool {
        let left = mantissa.magnitude
        let right = other.mantissa.magnitude
        let leftOrder = Self.digitCount(left) + Int(exponent)
        let rightOrder = Self.digitCount(right) + Int(other.exponent)
        guard leftOrder == rightOrder else { return leftOrder < rightOrder }
        // Equal orders: the exponents differ by 18 at most, so both sides fit into 128 bits.
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
    /// Makes a number of the same value, or nil where it is not a number or its digits do not fit into 64 bits.
    public init?(exactly decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(decimal.description)
    }

    /// Makes a number of the same value, cut to 18 digits with half-to-even rounding where the exact one does not fit.
    ///
    /// For values of other software, which may have been computed. Gives nil where it is not a number or out of range.
    public init?(rounding decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(roundingText: decimal.description)
    }

    /// The same value as Foundation's decimal, without zeros at the end of the fraction.
    ///
    /// Nil only where Foundation cannot hold the value exactly.
    public var decimal: Decimal? {
        let short = withoutTrailingFractionZeros
        let result = Decimal(
            sign: short.mantissa < 0 ? .minus : .plus,
            exponent: Int(short.exponent),
            significand: Decimal(short.mantissa.magnitude)
        )
        // Foundation has 38 digits, so only at the ends of the exponents something can be lost.
        if (-64...64).contains(short.exponent) { return result }
        return DecimalNumber(exactly: result) == self ? result : nil
    }
}
