extension Metric {
    /// The unit with a UCUM code among the metric's units, or nil.
    public func unit(_ ucum: String) -> MetricUnit? { units.first { $0.ucum == ucum } }

    /// A value in another unit of the metric, rounded half to even.
    ///
    /// A derived value: what the device sent stays.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit. The same one gives the value itself, with all its digits.
    ///   - fractionDigits: Digits behind the point, 0 to 9.
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String,
        fractionDigits: Int
    ) throws(VitalRecordsError) -> DecimalNumber {
        let from = try known(source)
        let to = try known(target)
        guard from != to else { return value }
        guard let result = Self.convert(value, from: from, to: to, fractionDigits: fractionDigits) else {
            throw VitalRecordsError(
                code: .overflow,
                field: name.rawValue,
                message: "the value does not fit into \(target) with \(fractionDigits) digits behind the point"
            )
        }
        return result
    }

    /// A measurement's value in the canonical unit, with up to 6 digits behind the point.
    ///
    /// - Throws: ``VitalRecordsError`` with `unknownUnit` or `overflow`.
    public func canonicalValue(of measurement: Measurement) throws(VitalRecordsError) -> DecimalNumber {
        try convert(measurement.value, from: measurement.unit, to: canonicalUnit.ucum, fractionDigits: 6)
    }

    private func known(_ ucum: String) throws(VitalRecordsError) -> MetricUnit {
        guard let unit = unit(ucum) else {
            let known = units.map(\.ucum).joined(separator: ", ")
            throw VitalRecordsError(code: .unknownUnit, field: name.rawValue, message: "use one of the units \(known)")
        }
        return unit
    }

    /// One rounding where one of the two units is canonical; between two others 9 digits are kept on the way.
    private static func convert(
        _ value: DecimalNumber,
        from: MetricUnit,
        to: MetricUnit,
        fractionDigits: Int
    ) -> DecimalNumber? {
        guard (0...9).contains(fractionDigits), let sum = value.adding(from.offset) else { return nil }
        var canonical = sum
        if from.numerator != from.denominator {
            let digits = to.numerator == to.denominator ? fractionDigits : 9
            guard let product = sum.multiplied(by: from.numerator, over: from.denominator, fractionDigits: digits)
            else {
                return nil
            }
            canonical = product
        }
        let offset = DecimalNumber(mantissa: -to.offset.mantissa, exponent: to.offset.exponent)
        return canonical.multiplied(by: to.denominator, over: to.numerator, fractionDigits: fractionDigits)?
            .adding(offset)
    }
}
