/// A number with its unit as people type it: `6.2mmol/L`, `11st4lb`, `5'11"`, `7h30min`, `80 kg 500 g`.
///
/// An amount in several units is their sum in the last one, which is exact.
public struct TypedAmount: Hashable, Sendable {
    /// The number in the unit.
    public let value: DecimalNumber
    /// The unit.
    public let unit: MetricUnit

    /// Reads an amount in two or more units of a metric; nil for anything else.
    ///
    /// Each unit is a multiple of the next one, whose number is smaller than the unit before. The last unit may be
    /// missing after stones, feet and hours.
    public init?(sum text: some StringProtocol, of metric: Metric) {
        var rest = Substring(text)
        var parts: [(value: DecimalNumber, unit: MetricUnit)] = []
        while !rest.isEmpty {
            let digits = Self.number(rest)
            guard case .one(let value) = TypedNumber(String(digits), point: "."), value >= 0 else { return nil }
            rest = rest[digits.endIndex...]
            let word = rest.prefix { !$0.isNumber }
            rest = rest[word.endIndex...]
            let isBare = word.allSatisfy(\.isWhitespace)
            let unit = isBare ? parts.last.flatMap { metric.unit(after: $0.unit) } : metric.unit(typed: String(word))
            guard let unit, !isBare || rest.isEmpty else { return nil }
            parts.append((value, unit))
        }
        guard parts.count > 1, var (sum, unit) = parts.first else { return nil }
        for next in parts.dropFirst() {
            guard let factor = metric.factor(from: unit, to: next.unit), next.value < DecimalNumber(factor),
                let whole = sum.multiplied(by: factor, over: 1, fractionDigits: 0), sum.fractionDigits == 0,
                let more = whole.adding(next.value)
            else { return nil }
            (sum, unit) = (more, next.unit)
        }
        (value, self.unit) = (sum, unit)
    }

    /// The digits at the start of a text, with a fraction.
    private static func number(_ text: Substring) -> Substring {
        let digits = text.prefix(while: \.isNumber)
        let sign = text[digits.endIndex...].prefix { ".,".contains($0) }
        let fraction = text[sign.endIndex...].prefix(while: \.isNumber)
        return sign.count == 1 && !fraction.isEmpty ? text[..<fraction.endIndex] : digits
    }
}

extension Metric {
    /// The unit of a number that a person typed without one; nil if it must be asked for.
    ///
    /// It is asked for if the number can be a value in a second unit that people write, such as a height of 70, or a
    /// duration of 8, and for laboratory values, which each country writes in other units.
    public func unit(ofBare value: DecimalNumber) -> MetricUnit? {
        guard !needsUnit, !MetricUnit.ofLaboratories.contains(canonicalUnit) else { return nil }
        guard [[MetricUnit].bodyLengths, .distances, .durations, .drinks, .airVolumes, .speeds].contains(units) else {
            return canonicalUnit
        }
        let other = units.dropFirst().contains { unit in
            ValueCheck.isUsual(Measurement(metric: name, value: value, unit: unit.ucum), metric: self)
        }
        return other ? nil : canonicalUnit
    }

    /// The unit that people leave out after another one, as in `11st4`; nil if they write it.
    fileprivate func unit(after greater: MetricUnit) -> MetricUnit? {
        let next = ["[stone_av]": "[lb_av]", "[ft_i]": "[in_i]", "h": "min"]
        return next[greater.ucum].flatMap { unit($0) }
    }

    /// How many of one unit are another; nil if it is not a whole number above 1.
    fileprivate func factor(from greater: MetricUnit, to smaller: MetricUnit) -> Int64? {
        // Absent is nil: a factor that does not fit is not a whole number.
        let one = try? convert(1, from: greater.ucum, to: smaller.ucum, fractionDigits: 6)
        guard let whole = one?.rounded(fractionDigits: 0), whole == one, whole > 1 else { return nil }
        return whole.mantissa
    }
}
