/// Whether a reading's values are humanly possible, by ``MetricTable``: the same check for every source.
public enum ValueVerdict: Hashable, Sendable {
    /// All values are normal for people, or no range is known.
    case usual
    /// The values are very unusual, contradict each other, or are doubted by the producer; a person must check them
    /// first.
    case unusual(MetricName)
    /// The values are outside the possible range; they must be corrected or discarded, and are never delivered.
    case impossible(MetricName)
}

extension Reading {
    /// The metric table's verdict on the values and on the points of their series.
    ///
    /// Evaluate it before ``flaggingImplausibleValues()``, which drops the producer's own doubts.
    public var verdict: ValueVerdict {
        let points = details?.series.flatMap { series in series.points.map(series.measurement) } ?? []
        let all = measurements + points
        if let measured = all.first(where: \.isImpossible) { return .impossible(measured.metric) }
        if let metric = all.first(where: \.isImplausible)?.metric ?? context?.implausible.first {
            return .unusual(metric)
        }
        return ValueCheck.contradiction(in: measurements).map { .unusual($0.metric) } ?? .usual
    }
}

extension Measurement {
    /// Whether ``MetricTable`` has metric and unit, and the value is outside the possible range.
    public var isImpossible: Bool {
        guard let metric = MetricTable.metric(named: metric), metric.unit(unit) != nil,
            let range = metric.possibleRange
        else { return false }
        // Absent is nil: a value too large to convert is impossible.
        guard let canonical = try? metric.canonicalValue(of: self) else { return true }
        return !range.contains(canonical)
    }
}

extension Metric {
    /// The range in which a person may confirm a value, in the canonical unit; nil if any value is possible.
    ///
    /// The range starts just above zero, or at zero if that is plausible, and ends at twice the plausible maximum: no
    /// pulse of 0, no saturation over 100 %, no pressure of a thousand. A body is never colder than 10 °C, nor warmer
    /// than 50 °C.
    public var possibleRange: ClosedRange<DecimalNumber>? {
        guard let range = plausibleRange else {
            // A temperature difference has the same unit as a temperature.
            return canonicalUnit == .celsiusDifference ? nil : 0...DecimalNumber(mantissa: .max, exponent: 0)
        }
        guard range.lowerBound >= 0 else { return nil }
        if canonicalUnit == .celsius { return min(10, range.lowerBound)...50 }
        let least = range.lowerBound > 0 ? DecimalNumber(mantissa: 1, exponent: -6) : range.lowerBound
        guard canonicalUnit != .percent else { return least...max(100, range.upperBound) }
        let (twice, isOverflow) = range.upperBound.mantissa.multipliedReportingOverflow(by: 2)
        return isOverflow ? nil : least...DecimalNumber(mantissa: twice, exponent: range.upperBound.exponent)
    }
}
