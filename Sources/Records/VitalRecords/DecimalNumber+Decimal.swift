public import FoundationEssentials

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
