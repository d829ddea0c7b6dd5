internal import HealthTypes
internal import VitalRecords

/// Filters all imported values: impossible ones and those that were not measured are counted and dropped.
///
/// It sits between every reader and its receiver, so formats need no separate checks.
package struct GatedSink<Inner: HealthSink>: HealthSink {
    /// The receiver of the possible values.
    package private(set) var inner: Inner
    private var leftOut = HealthLeftOut()

    private var types: [Int: String] = [:]
    private var units: [Int: String] = [:]
    private var limits: [Place: ValueLimits] = [:]
    // Samples of one type and unit follow each other.
    private var lastPlace = Place(type: -1, unit: nil)
    private var lastLimits = ValueLimits(of: "", unit: nil)
    private let platform: String?

    /// A type and unit, which together determine the limits.
    private struct Place: Hashable {
        let type: Int
        let unit: Int?
    }

    private static var pressures: [String] { [HealthIdentifier.systolic, HealthIdentifier.diastolic] }

    /// Creates a gate before a receiver.
    ///
    /// - Parameter platform: The platform of all sources; nil for the input's.
    package init(_ inner: Inner, platform: String? = nil) {
        self.inner = inner
        self.platform = platform
    }

    /// Returns and clears the list of values left out since the last call.
    package mutating func takeLeftOut() -> HealthLeftOut {
        defer { leftOut = HealthLeftOut() }
        return leftOut
    }

    package mutating func type(_ identifier: String) -> Int? {
        let number = inner.type(identifier)
        if let number { types[number] = identifier }
        return number
    }

    package mutating func source(_ source: HealthSource) -> Int {
        var source = source
        source.platform = source.platform ?? platform
        return inner.source(source)
    }

    package mutating func unit(_ name: String) -> Int {
        let number = inner.unit(name)
        units[number] = name
        return number
    }

    package mutating func receive(_ sample: HealthSample) {
        guard let fault = limits(sample.type, unit: sample.unit).fault(sample.value) else {
            return inner.receive(sample)
        }
        leftOut.note(name(sample.type), reason: fault)
    }

    package mutating func receive(_ event: HealthEvent) {
        switch event {
        case .correlation(let correlation): receive(correlation)
        case .workout(let workout): inner.receive(.workout(checked(workout)))
        case .dayTotal(let total):
            let fault = limits(total.type, unit: total.unit).fault(total.value)
            if let fault { leftOut.note(name(total.type), reason: fault) } else { inner.receive(event) }
        default: inner.receive(event)
        }
    }

    private func name(_ type: Int) -> String { types[type] ?? "type" }

    /// The limits of a type and unit, made once.
    private mutating func limits(_ type: Int, unit: Int?) -> ValueLimits {
        let place = Place(type: type, unit: unit)
        if place == lastPlace { return lastLimits }
        let found = limits[place] ?? ValueLimits(of: types[type] ?? "", unit: unit.map { units[$0] ?? "" })
        limits[place] = found
        (lastPlace, lastLimits) = (place, found)
        return found
    }

    /// Passes on the possible samples of a group; half of a blood pressure does not become a record.
    private mutating func receive(_ correlation: HealthCorrelation) {
        var kept = correlation
        kept.samples = []
        for sample in correlation.samples {
            if let fault = limits(sample.type, unit: sample.unit).fault(sample.value) {
                leftOut.note(name(sample.type), reason: fault)
            } else {
                kept.samples.append(sample)
            }
        }
        if correlation.type == HealthIdentifier.bloodPressure, !isPressure(kept, of: correlation.type) {
            kept.samples.removeAll { Self.pressures.contains(name($0.type)) }
        }
        guard !kept.samples.isEmpty || correlation.samples.isEmpty else { return }
        inner.receive(.correlation(kept))
    }

    /// Whether a group has both values of a blood pressure, or neither.
    private mutating func isPressure(_ group: HealthCorrelation, of type: String) -> Bool {
        let found = Self.pressures.map { wanted in group.samples.first { name($0.type) == wanted } }
        // A sink that wants only one of the two has no pair to compare.
        guard let high = found[0], let low = found[1] else { return true }
        guard high.unit == low.unit, low.value >= high.value else { return true }
        leftOut.note(type, reason: .impossible)
        return false
    }

    /// The workout without impossible statistics.
    private mutating func checked(_ workout: HealthWorkout) -> HealthWorkout {
        var workout = workout
        for index in workout.statistics.indices {
            let statistic = workout.statistics[index]
            let limits = ValueLimits(of: statistic.type, unit: statistic.unit)
            let fields: [WritableKeyPath<HealthStatistic, DecimalNumber?>] = [\.sum, \.average, \.minimum, \.maximum]
            for field in fields {
                // A value with an unknown unit is counted later, when its record is built.
                guard let value = statistic[keyPath: field], let fault = limits.fault(value), fault != .unknownUnit
                else { continue }
                workout.statistics[index][keyPath: field] = nil
                leftOut.note(statistic.type, reason: fault)
            }
        }
        // A workout without its own heart rate gets that of the samples.
        workout.statistics.removeAll {
            $0.sum == nil && $0.average == nil && $0.minimum == nil && $0.maximum == nil
        }
        return workout
    }
}
