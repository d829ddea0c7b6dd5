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
