/// The exact conversion between two units of a metric: one fraction in lowest terms, between two offsets.
struct UnitRatio {
    /// The most fraction digits of a result.
    static let maximumFractionDigits = 12

    private let before: DecimalNumber
    private let numerator: Int64
    private let denominator: Int64
    private let after: DecimalNumber

    /// Combines the conversions to and from the canonical unit; nil if the combined fraction does not fit.
    init?(from: MetricUnit, to: MetricUnit) {
        let numerator = Int128(from.numerator) * Int128(to.denominator)
        let denominator = Int128(from.denominator) * Int128(to.numerator)
        let divisor = Self.commonDivisor(numerator, and: denominator)
        guard divisor != 0, let numerator = Int64(exactly: numerator / divisor),
            let denominator = Int64(exactly: denominator / divisor), numerator > 0, denominator > 0
        else { return nil }
        before = from.offset
        self.numerator = numerator
        self.denominator = denominator
        after = DecimalNumber(mantissa: -to.offset.mantissa, exponent: to.offset.exponent)
    }

    /// Converts with one rounding; nil if the result does not fit or the digits are out of range.
    func apply(to value: DecimalNumber, fractionDigits: Int) -> DecimalNumber? {
        guard (0...Self.maximumFractionDigits).contains(fractionDigits) else { return nil }
        // The offset keeps its digits, because truncating it here would round twice.
        let digits = max(fractionDigits, after.fractionDigits)
        return value.adding(before)?
            .multiplied(by: numerator, over: denominator, fractionDigits: digits)?
            .adding(after)
    }

    /// The fewest digits whose last one is worth no more than the value's last digit after conversion.
    func fractionDigits(for value: DecimalNumber) -> Int {
        // One unit of the last digit is 10^exponent × numerator / denominator in the target.
        for digits in 0..<Self.maximumFractionDigits {
            let power = Int(value.exponent) + digits
            let isFine =
                power >= 0
                ? Self.scaled(numerator, power: power).map { $0 >= Int128(denominator) } ?? true
                : Self.scaled(denominator, power: -power).map { Int128(numerator) >= $0 } ?? false
            if isFine { return digits }
        }
        return Self.maximumFractionDigits
    }

    /// Scales a positive number by a power of ten; nil if it does not fit.
    private static func scaled(_ value: Int64, power: Int) -> Int128? {
        var result = Int128(value)
        for _ in 0..<power {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }

    private static func commonDivisor(_ left: Int128, and right: Int128) -> Int128 {
        var (first, second) = (left.magnitude, right.magnitude)
        while second != 0 { (first, second) = (second, first % second) }
        return Int128(exactly: first) ?? 0
    }
}
