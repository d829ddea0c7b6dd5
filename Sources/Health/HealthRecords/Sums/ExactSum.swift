internal import VitalRecords

/// A sum of decimals in steps of 10^-12: exact for exported values, with parts of samples rounded.
struct ExactSum: Hashable {
    private static let digits = 12
    /// The largest value; no person has more, and sums beyond would overflow.
    private static let largest: Int128 = 1_000_000_000_000 * 1_000_000_000_000

    private(set) var steps: Int128

    init() {
        steps = 0
    }

    /// Converts a value; nil if it is larger than 10^12.
    init?(_ value: DecimalNumber) {
        let power = Self.digits + Int(value.exponent)
        guard (-20...24).contains(power) else { return nil }
        if power >= 0 {
            // 2^63 times 10^12 always fits.
            guard power <= 12 || value.mantissa.magnitude <= 1_000_000_000_000 else { return nil }
            steps = Int128(value.mantissa) * Self.powers[power]
        } else {
            steps = Self.rounded(Int128(value.mantissa), over: Self.powers[-power])
        }
        guard steps.magnitude <= Self.largest.magnitude else { return nil }
    }

    /// 1, 10, 100, … 10^24.
    private static let powers: [Int128] = (0...24).map { power in
        (0..<power).reduce(Int128(1)) { result, _ in result * 10 }
    }

    private init(steps: Int128) {
        self.steps = steps
    }

    mutating func add(_ other: ExactSum) { steps += other.steps }

    /// The share of the value for a part of its time.
    func part(_ seconds: Int64, of all: Int64) -> ExactSum {
        guard seconds != all, all > 0 else { return self }
        return ExactSum(steps: Self.rounded(steps * Int128(seconds), over: Int128(all)))
    }

    /// The sum with as many fraction digits as fit, at most 12.
    var value: DecimalNumber {
        var rest = steps
        var power = Self.digits
        while power > 0, rest % 10 == 0 || Int64(exactly: rest) == nil {
            rest = rest % 10 == 0 ? rest / 10 : Self.rounded(rest, over: 10)
            power -= 1
        }
        return DecimalNumber(mantissa: Int64(clamping: rest), exponent: Int8(-power))
    }

    /// Rounds half to even.
    private static func rounded(_ dividend: Int128, over divisor: Int128) -> Int128 {
        let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        let missing = divisor.magnitude - rest.magnitude
        guard rest.magnitude > missing || (rest.magnitude == missing && whole % 2 != 0) else { return whole }
        return whole + (dividend < 0 ? -1 : 1)
    }
}
