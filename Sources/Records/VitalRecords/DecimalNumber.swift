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
