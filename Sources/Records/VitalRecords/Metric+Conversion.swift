extension Metric {
    /// The unit with a UCUM code among the metric's units, or nil.
    public func unit(_ ucum: String) -> MetricUnit? { units.first { $0.ucum == ucum } }

    /// A value in another unit of the metric, as exact as the device measured, rounded once and half to even.
    ///
    /// A derived value: what the device sent stays. The result has the fewest digits whose last one is worth no more than
    /// the last digit of the value: 6.2 mmol/L is 112 mg/dL, and 112 mg/dL is 6.22 mmol/L. So nothing the device said is
    /// lost: converted back and rounded to the digits it had, the value is the same again. At most 12 digits stand behind
    /// the point, and fewer where they would not fit.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit. The same one gives the value itself, with all its digits.
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        let ratio = try ratio(from, to)
        for digits in (0...ratio.fractionDigits(for: value)).reversed() {
            if let result = ratio.apply(to: value, fractionDigits: digits) { return result }
        }
        throw overflow(to, "any digits")
    }

    /// A value in another unit of the metric with a count of digits, rounded once and half to even.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit. The same one gives the value itself, with all its digits.
    ///   - fractionDigits: Digits behind the point, 0 to 12.
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String,
        fractionDigits: Int
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        guard let result = try ratio(from, to).apply(to: value, fractionDigits: fractionDigits) else {
            throw overflow(to, "\(fractionDigits) digits")
        }
        return result
    }

    /// A measurement's value in the canonical unit, with 6 digits behind the point where it has another.
    ///
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
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

    private func ratio(_ from: MetricUnit, _ to: MetricUnit) throws(VitalRecordsError) -> UnitRatio {
        guard let ratio = UnitRatio(from: from, to: to) else { throw overflow(to, "its factor") }
        return ratio
    }

    private func overflow(_ to: MetricUnit, _ what: String) -> VitalRecordsError {
        VitalRecordsError(
            code: .overflow,
            field: name.rawValue,
            message: "the value does not fit into \(to.ucum) with \(what) behind the point"
        )
    }
}
