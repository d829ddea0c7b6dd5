package import VitalRecords

/// Finds metrics by their codes in IEEE 11073-10101 (MDC), from the table of metrics.
///
/// A metric that gets a code in ``MetricTable`` is read from every sensor that sends it.
enum MDCMap {
    /// The metric of a code, and the status flag that says the code's sample.
    struct Meaning: Hashable, Sendable {
        let metric: Metric
        var flag: String?
    }

    /// The meaning of a code with its partition, such as 150,456; nil for one that no metric has.
    static func meaning(of code: Int) -> Meaning? { byCode[code] }

    /// The UCUM code of a unit; nil for one that no metric has.
    ///
    /// - Parameter unit: The code in the partition of dimensions, without the partition.
    static func ucum(_ unit: Int) -> String? { units[unit] }

    private static let byCode: [Int: Meaning] = {
        let own = MetricTable.metrics.compactMap { metric in metric.mdc.map { ($0, Meaning(metric: metric)) } }
        let variants = MetricTable.metrics.flatMap { metric in
            metric.clinical.variants.map { ($0.mdc, Meaning(metric: metric, flag: $0.condition.flag)) }
        }
        return Dictionary(own + variants) { first, _ in first }
    }()

    /// Units of the metrics that have a code.
    ///
    /// Source: the dimensions of IEEE 11073-10101 in public headers.
    private static let units: [Int: String] = [
        512: "1", 544: "%", 1_280: "m", 1_297: "cm", 1_376: "[in_i]", 1_600: "L", 1_618: "mL", 1_728: "g", 1_731: "kg",
        1_760: "[lb_av]", 1_952: "kg/m2", 2_130: "mg/dL", 2_720: "/min", 2_784: "/min", 3_072: "L/min", 3_843: "kPa",
        3_872: "mm[Hg]", 4_384: "K", 4_416: "[degF]", 4_722: "mmol/L", 6_048: "Cel",
    ]
}

extension CodeVariant.Condition {
    /// The status flag of the condition; nil for another metric's presence.
    fileprivate var flag: String? {
        if case .flag(let name) = self { name } else { nil }
    }
}

/// What an observation means by the table of metrics.
package struct GHSMeaning: Hashable, Sendable {
    /// The values with their metrics and units.
    package private(set) var measurements: [Measurement] = []
    /// The metrics that were out of the sensor's range.
    package private(set) var outOfBounds: [OutOfBounds] = []
    /// What the codes say beyond the metric, such as the sample.
    package private(set) var flags: [String] = []
    /// A value that was not understood.
    package struct Unknown: Hashable, Sendable {
        /// Its code; 0 where the sensor sends none.
        package let code: Int
        /// Why, for people.
        package let words: String
    }

    /// What was not understood.
    package private(set) var unknown: [Unknown] = []

    /// Looks up all values of an observation and of its members.
    package init(_ observation: GHSObservation) { add(observation) }

    /// Whether it is a value, or a mark that one was out of range.
    package var isResult: Bool { !measurements.isEmpty || !outOfBounds.isEmpty }

    /// The type of record that the values become.
    package var recordType: RecordType {
        let metrics = (measurements.map(\.metric) + outOfBounds.map(\.metric)).compactMap(MetricTable.metric(named:))
        if metrics.contains(where: { $0.clinical.meter == .glucoseMeter || $0.legacyField(in: .diabetes) != nil }) {
            return .diabetes
        }
        return metrics.contains { [.scale, .bodyComposition].contains($0.clinical.meter) } ? .weight : .biometrics
    }

    private mutating func add(_ observation: GHSObservation) {
        for value in observation.values { add(value) }
        for member in observation.members { add(member) }
        if observation.values.isEmpty, observation.members.isEmpty {
            let code = observation.type ?? 0
            let words = "the observation with code \(code) (MDC) has no number (class \(observation.kind))"
            unknown.append(Unknown(code: code, words: words))
        }
    }

    private mutating func add(_ value: GHSObservation.Value) {
        guard let meaning = MDCMap.meaning(of: value.type) else {
            let words = "VitalBus has no metric for the sensor's code \(value.type) (MDC)"
            return unknown.append(Unknown(code: value.type, words: words))
        }
        let metric = meaning.metric
        guard let unit = MDCMap.ucum(value.unit), metric.unit(unit) != nil else {
            let words =
                "the sensor's code \(value.type) (MDC) has the unit \(value.unit), which \(metric.name) cannot have"
            return unknown.append(Unknown(code: value.type, words: words))
        }
        if let flag = meaning.flag, !flags.contains(flag) { flags.append(flag) }
        if let direction = value.number.outOfBounds {
            outOfBounds.append(OutOfBounds(metric: metric.name, direction: direction))
        } else if let number = value.number.number, Self.isPossible(number, of: metric),
            !measurements.contains(where: { $0.metric == metric.name })
        {
            measurements.append(Measurement(metric: metric.name, value: number, unit: unit))
        }
    }

    /// Sensors send zero or less for what they did not measure.
    private static func isPossible(_ number: DecimalNumber, of metric: Metric) -> Bool {
        guard let range = metric.plausibleRange, range.lowerBound > 0 else { return true }
        return number > 0
    }
}
