extension DecimalNumber {
    /// Multiplies by a fraction and rounds half to even to a number of fraction digits.
    ///
    /// - Parameters:
    ///   - numerator: The fraction's numerator.
    ///   - denominator: The fraction's denominator.
    ///   - fractionDigits: The fraction digits of the result, 0 to 18.
    /// - Returns: The result; nil if the denominator is zero, the digits are out of range, or it does not fit.
    public func multiplied(by numerator: Int64, over denominator: Int64, fractionDigits: Int) -> DecimalNumber? {
        guard denominator != 0, (0...18).contains(fractionDigits) else { return nil }
        var dividend = Int128(mantissa) * Int128(numerator)
        var divisor = Int128(denominator)
        if divisor < 0 {
            dividend.negate()
            divisor.negate()
        }
        let shift = Int(exponent) + fractionDigits
        if shift >= 0 {
            guard let scaled = Self.scaled(dividend, byPowerOfTen: shift) else { return nil }
            dividend = scaled
        } else if let scaled = Self.scaled(divisor, byPowerOfTen: -shift) {
            divisor = scaled
        } else {
            // A divisor beyond 128 bits is more than twice any dividend here (127 bits), so the result rounds to zero.
            dividend = 0
        }
        return Self.quotient(dividend, divisor: divisor).map {
            DecimalNumber(mantissa: $0, exponent: Int8(-fractionDigits))
        }
    }

    /// Returns the value with a number of fraction digits: padded with zeros, or rounded half to even.
    ///
    /// - Parameter fractionDigits: The fraction digits, 0 to 18.
    /// - Returns: The result; nil if it does not fit.
    public func rounded(fractionDigits: Int) -> DecimalNumber? {
        multiplied(by: 1, over: 1, fractionDigits: fractionDigits)
    }

    /// Adds exactly, with the finer of the two exponents.
    ///
    /// - Returns: The sum; nil if its digits do not fit into 64 bits.
    public func adding(_ other: DecimalNumber) -> DecimalNumber? {
        let power = min(exponent, other.exponent)
        guard
            let left = Self.scaled(Int128(mantissa), byPowerOfTen: Int(exponent) - Int(power)),
            let right = Self.scaled(Int128(other.mantissa), byPowerOfTen: Int(other.exponent) - Int(power))
        else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow, let digits = Int64(exactly: sum) else { return nil }
        return DecimalNumber(mantissa: digits, exponent: power)
    }

    private static func scaled(_ value: Int128, byPowerOfTen power: Int) -> Int128? {
        guard value != 0 else { return 0 }
        var result = value
        for _ in 0..<power {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }

    /// Divides by a positive number and rounds half to even.
    private static func quotient(_ dividend: Int128, divisor: Int128) -> Int64? {
        let (whole, rest) = dividend.magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
        let missing = divisor.magnitude - rest
        let roundsUp = rest > missing || (rest == missing && whole % 2 == 1)
        guard let magnitude = Int128(exactly: whole + (roundsUp ? 1 : 0)) else { return nil }
        return Int64(exactly: dividend < 0 ? -magnitude : magnitude)
    }
}
