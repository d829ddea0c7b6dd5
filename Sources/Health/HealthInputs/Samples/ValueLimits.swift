internal import HealthTypes
internal import VitalRecords

/// The possible values of one type and unit: the range of its metric, in the unit of the input.
///
/// The ranges are the same as for typed values (``MetricTable``).
struct ValueLimits: Hashable {
    /// The lowest possible value; nil without a limit.
    private var lowest: DecimalNumber?
    private var highest: DecimalNumber?
    private var isUnitKnown = true
    /// The integers that are certainly possible; most values are among them.
    private var usual: Range<Int64> = 1..<0x7FFF_FFFF

    /// Creates the limits of a type, of a workout's totals included.
    ///
    /// - Parameters:
    ///   - identifier: The HealthKit type.
    ///   - unit: The unit as HealthKit writes it; nil for a category, whose values are codes.
    init(of identifier: String, unit: String?) {
        guard let unit, let metric = Self.metric(of: identifier) else { return }
        guard let way = HealthUnits.way(for: metric, from: unit) else {
            isUnitKnown = false
            return
        }
        lowest = 0
        guard let row = MetricTable.metric(named: metric), let range = row.plausibleRange else { return }
        lowest = Self.bound(range.lowerBound, of: row, way: way)
        highest = Self.bound(range.upperBound, of: row, way: way)
        usual = Self.whole(from: lowest ?? 0, to: highest ?? 0)
    }

    /// The integers between two bounds.
    private static func whole(from low: DecimalNumber, to high: DecimalNumber) -> Range<Int64> {
        guard let first = low.rounded(fractionDigits: 0)?.mantissa,
            let last = high.rounded(fractionDigits: 0)?.mantissa,
            last - first > 1
        else { return 0..<0 }
        // Rounding moves a bound by at most one half.
        return first + 1..<last
    }

    /// Why a value is left out; nil for a possible one.
    @inline(__always)
    func fault(_ value: DecimalNumber) -> HealthLeftOut.Reason? {
        guard isUnitKnown else { return .unknownUnit }
        if value.exponent == 0, usual.contains(value.mantissa) { return nil }
        // Where 0 is impossible, apps and devices write it for a missing value.
        if let lowest, value < lowest { return value.mantissa == 0 ? .noMeasurement : .impossible }
        if let highest, value > highest { return .impossible }
        return nil
    }

    private static func metric(of identifier: String) -> MetricName? {
        switch identifier {
        case HealthWorkout.totalDistance: .distance
        case HealthWorkout.totalEnergy: .energyBurned
        default: HealthMappingTable.rows.first { $0.identifier == identifier && $0.value == nil }?.metric
        }
    }

    /// A bound in the input's unit; nil if it does not fit, which limits nothing.
    private static func bound(_ value: DecimalNumber, of metric: Metric, way: HealthUnits.Way) -> DecimalNumber? {
        // Absent is nil: both units are from the table.
        let converted = try? metric.convert(
            value,
            from: metric.canonicalUnit.ucum,
            to: way.ucum,
            fractionDigits: 9
        )
        return converted?.multiplied(by: way.denominator, over: way.numerator, fractionDigits: 9)
    }
}
