/// A typed value that is probably a typo, or very unusual.
public struct UnusualValue: Error, Hashable, Sendable {
    /// The metric of the value.
    public let metric: MetricName
    /// The unusual property.
    ///
    /// It never contains a person's value.
    public let message: String
    /// What may have been meant, the likeliest first, formatted for people: `38.5 °C`.
    public let suggestions: [String]
    /// The unusual property, for programs that translate it.
    public var cause = Cause.other

    /// The kinds of unusual values.
    public enum Cause: Hashable, Sendable {
        /// It is outside the range of people, in its own unit.
        case range(lowest: DecimalNumber, highest: DecimalNumber?, sign: String)
        /// It is not below a value that must be higher.
        case order(less: MetricName, more: MetricName)
        /// It has no meaning without another value.
        case half(missing: MetricName)
        /// Any other cause, which a page's form cannot send.
        case other
    }

    /// The suggestions as a question, `did you mean 38.5 °C?`; nil without any.
    public var question: String? {
        suggestions.isEmpty ? nil : "did you mean \(suggestions.joined(separator: " or "))?"
    }
}

/// Checks typed values against the human ranges of ``MetricTable`` and the order between metrics.
///
/// A person confirms unusual values; ``Reading/verdict`` judges those of devices.
public enum ValueCheck {
    /// Finds the first unusual value; nil if all are usual.
    ///
    /// - Parameter typed: The metrics that a person typed; nil for all. Anything without a typed value is not judged.
    public static func unusual(in measurements: [Measurement], typed: Set<MetricName>? = nil) -> UnusualValue? {
        let isTyped: (MetricName) -> Bool = { typed?.contains($0) ?? true }
        for measurement in measurements where isTyped(measurement.metric) {
            if let found = range(measurement) { return found }
        }
        let names = measurements.map(\.metric)
        let twice = names.first { name in isTyped(name) && names.count { $0 == name } > 1 }
        if let twice { return UnusualValue(metric: twice, message: "\(twice) occurs twice", suggestions: []) }
        let values = Dictionary(measurements.map { ($0.metric, $0) }) { first, _ in first }
        return contradiction(in: values, isTyped) ?? half(values, isTyped)
    }

    /// Finds the first value outside the possible range; nil if there is none.
    public static func impossible(in measurements: [Measurement]) -> UnusualValue? {
        measurements.first(where: \.isImpossible).flatMap { measurement in
            let found = range(measurement)
            return UnusualValue(
                metric: measurement.metric,
                message: found?.message ?? "\(measurement.metric) is out of range",
                suggestions: found?.suggestions ?? [],
                cause: found?.cause ?? .other
            )
        }
    }

    /// Finds the first two values in an impossible order, such as a diastolic above the systolic; nil if there are
    /// none.
    static func contradiction(in measurements: [Measurement]) -> UnusualValue? {
        contradiction(in: Dictionary(measurements.map { ($0.metric, $0) }) { first, _ in first }) { _ in true }
    }

    private static func contradiction(
        in values: [MetricName: Measurement],
        _ isTyped: (MetricName) -> Bool
    ) -> UnusualValue? {
        for order in ValueOrder.all where isTyped(order.less) || isTyped(order.more) {
            guard let less = values[order.less], let more = values[order.more] else { continue }
            if let found = order.broken(less, upper: more) { return found }
        }
        return nil
    }

    /// Finds a systolic or diastolic value alone, which is not a blood pressure.
    private static func half(
        _ values: [MetricName: Measurement],
        _ isTyped: (MetricName) -> Bool
    ) -> UnusualValue? {
        for (here, missing) in [(MetricName.systolic, MetricName.diastolic), (.diastolic, .systolic)] {
            guard isTyped(here) || isTyped(missing), values[here] != nil, values[missing] == nil else { continue }
            return UnusualValue(
                metric: here,
                message: "\(here) also needs \(missing)",
                suggestions: [],
                cause: .half(missing: missing)
            )
        }
        return nil
    }

    private static func range(_ measurement: Measurement) -> UnusualValue? {
        guard let metric = MetricTable.metric(named: measurement.metric), !isUsual(measurement, metric: metric) else {
            return nil
        }
        guard let unit = metric.unit(measurement.unit) else {
            let units = metric.units.map(\.ucum).joined(separator: ", ")
            return UnusualValue(
                metric: metric.name,
                message: "\(metric.name) is not measured in that unit: use one of \(units)",
                suggestions: []
            )
        }
        return UnusualValue(
            metric: metric.name,
            message: "\(metric.name) is out of range: the possible range is \(metric.rangeText(in: unit))",
            suggestions: suggestions(measurement, metric: metric),
            cause: metric.rangeCause(in: unit)
        )
    }

    /// Suggests what a person may have meant: another unit, a missing point, a wrong sign; two at most.
    private static func suggestions(_ measurement: Measurement, metric: Metric) -> [String] {
        let scaled = [-1, 1, -2, 2].lazy.compactMap { measurement.scaled(byPowerOfTen: $0) }
        let slips = [
            scaled.first { isUsual($0, metric: metric) },
            measurement.negated.flatMap { isUsual($0, metric: metric) ? $0 : nil },
        ]
        let found = inOtherUnits(measurement, metric: metric) + slips.compactMap { $0 }
        return texts(found)
    }

    /// Formats the values without duplicates, two at most: 0.96 as a fraction and with a missing point both give 96 %.
    private static func texts(_ found: [Measurement]) -> [String] {
        let all = found.map(MeasuredText.value)
        return Array(all.indices.filter { all.firstIndex(of: all[$0]) == $0 }.map { all[$0] }.prefix(2))
    }

    /// The units of a metric in which a number is usual, as texts with the number: `6.2 mmol/L`.
    ///
    /// Empty if the number is usual in nearly all of many units, such as a duration.
    public static func usualUnits(for value: DecimalNumber, of metric: Metric) -> [String] {
        guard metric.plausibleRange != nil || metric.units.count <= 2 else { return [] }
        let own = Measurement(metric: metric.name, value: value, unit: metric.canonicalUnit.ucum)
        let found = (isUsual(own, metric: metric) ? [own] : []) + inOtherUnits(own, metric: metric)
        guard found.isEmpty else { return texts(found) }
        return suggestions(own, metric: metric)
    }

    private static func inOtherUnits(_ measurement: Measurement, metric: Metric) -> [Measurement] {
        metric.units
            // People do not type kelvins, and a fraction is not a typing error for a percentage that is displayed.
            .filter { $0.ucum != measurement.unit && $0 != .kelvinAsCelsius && $0 != .gramAsKilogram }
            .map { Measurement(metric: metric.name, value: measurement.value, unit: $0.ucum) }
            .filter { isUsual($0, metric: metric) }
    }

    /// Whether a value is in the plausible range of its metric.
    static func isUsual(_ measurement: Measurement, metric: Metric) -> Bool {
        // Absent is nil: a value that cannot be converted cannot be compared.
        guard metric.unit(measurement.unit) != nil, let value = try? metric.canonicalValue(of: measurement) else {
            return false
        }
        guard let range = metric.plausibleRange else { return metric.mayBeNegative || value >= 0 }
        return range.contains(value)
    }
}

extension Metric {
    /// Whether negative values are possible: of a difference.
    fileprivate var mayBeNegative: Bool { canonicalUnit == .celsiusDifference }

    /// The plausible range in one of the metric's units; nil without an upper limit.
    private func bounds(in unit: MetricUnit) -> [DecimalNumber]? {
        plausibleRange.map { range in
            [range.lowerBound, range.upperBound].map { bound in
                // Absent is nil: a value that cannot be converted cannot be compared.
                let value = try? convert(bound, from: canonicalUnit.ucum, to: unit.ucum, fractionDigits: 1)
                return value?.withoutTrailingFractionZeros ?? bound
            }
        }
    }

    /// The message about a value outside the plausible range.
    fileprivate func rangeCause(in unit: MetricUnit) -> UnusualValue.Cause {
        let bounds = bounds(in: unit)
        return .range(lowest: bounds?[0] ?? 0, highest: bounds?[1], sign: unit.sign)
    }

    /// The plausible range in one of the metric's units: `30 to 300 mmHg`.
    fileprivate func rangeText(in unit: MetricUnit) -> String {
        guard let bounds = bounds(in: unit) else { return "\(MeasuredText.joined(0, sign: unit.sign)) or more" }
        return "\(bounds[0]) to \(MeasuredText.joined(bounds[1], sign: unit.sign))"
    }
}

extension Measurement {
    /// The value with its decimal point moved; nil if it does not fit.
    fileprivate func scaled(byPowerOfTen power: Int) -> Measurement? {
        guard let exponent = Int8(exactly: Int(value.exponent) + power) else { return nil }
        let moved = DecimalNumber(mantissa: value.mantissa, exponent: exponent)
        // 38.5 from 385, 128 from 1280: an integer gets no trailing zero.
        let short = value.exponent == 0 ? moved.withoutTrailingFractionZeros : moved
        return Measurement(metric: metric, value: short, unit: unit, origin: origin)
    }

    /// The value with the other sign; nil if it is not negative.
    fileprivate var negated: Measurement? {
        guard value < 0, value.mantissa != .min else { return nil }
        let other = DecimalNumber(mantissa: -value.mantissa, exponent: value.exponent)
        return Measurement(metric: metric, value: other, unit: unit, origin: origin)
    }
}

/// Two metrics, one of which is never more than the other.
struct ValueOrder {
    let less: MetricName
    let more: MetricName
    /// Whether they may be equal.
    var mayBeEqual = true

    static let all: [ValueOrder] =
        [
            ValueOrder(less: .diastolic, more: .systolic, mayBeEqual: false),
            ValueOrder(less: .diastolic, more: .meanArterialPressure),
            ValueOrder(less: .meanArterialPressure, more: .systolic),
            ValueOrder(less: .minHeartRate, more: .avgHeartRate), ValueOrder(less: .avgHeartRate, more: .maxHeartRate),
            ValueOrder(less: .minHeartRate, more: .maxHeartRate), ValueOrder(less: "min_spo2", more: "avg_spo2"),
            ValueOrder(less: "avg_spo2", more: "max_spo2"), ValueOrder(less: "min_spo2", more: "max_spo2"),
        ]
        + ["body_fat_mass", .bodyLeanMass, "body_muscle_mass", "body_water_mass", "body_bone_mass"].map {
            ValueOrder(less: $0, more: .bodyWeight)
        } + [MetricName.deepSleep, .lightSleep, .remSleep].map { ValueOrder(less: $0, more: .sleepDuration) }

    func broken(_ lower: Measurement, upper: Measurement) -> UnusualValue? {
        // Absent is nil: a value that cannot be converted cannot be compared.
        guard let low = try? MetricTable.metric(named: less)?.canonicalValue(of: lower),
            let high = try? MetricTable.metric(named: more)?.canonicalValue(of: upper)
        else { return nil }
        guard low > high || (low == high && !mayBeEqual) else { return nil }
        let isPressure = less == .diastolic && more == .systolic && low > high && lower.unit == upper.unit
        return UnusualValue(
            metric: less,
            message: mayBeEqual ? "\(less) is more than \(more)" : "\(less) is not below \(more)",
            suggestions: isPressure ? ["\(lower.value)/\(MeasuredText.value(upper))"] : [],
            cause: .order(less: less, more: more)
        )
    }
}
