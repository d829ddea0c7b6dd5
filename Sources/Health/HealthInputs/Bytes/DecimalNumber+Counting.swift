package import VitalRecords

extension DecimalNumber {
    /// The value as a whole number, rounded half to even; nil where it does not fit.
    package var wholeNumber: Int64? { counted(in: 1) }

    /// The value in parts of its unit, as a whole number: hours in seconds with 3,600.
    package func counted(in parts: Int64) -> Int64? {
        multiplied(by: parts, over: 1, fractionDigits: 0)?.mantissa
    }

    /// The value with its point so many places further left, without rounding; nil where that does not fit.
    package func shifted(_ places: Int8) -> DecimalNumber? {
        let (power, overflow) = exponent.subtractingReportingOverflow(places)
        return overflow ? nil : DecimalNumber(mantissa: mantissa, exponent: power)
    }
}
