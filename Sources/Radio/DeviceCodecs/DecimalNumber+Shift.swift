internal import VitalRecords

extension DecimalNumber {
    /// The value times a power of ten, with the same digits: 119 × 10^-5 shifted by 5 is 119.
    func shifted(by power: Int) -> DecimalNumber {
        DecimalNumber(mantissa: mantissa, exponent: Int8(clamping: Int(exponent) + power))
    }
}
