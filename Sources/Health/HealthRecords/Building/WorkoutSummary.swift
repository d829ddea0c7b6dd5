internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// The name and the values of a workout's record.
struct WorkoutSummary {
    /// The name in title case: `Traditional Strength Training`.
    let name: String
    /// The name in snake case: `traditional_strength_training`.
    let category: String
    private(set) var measurements: [Measurement] = []
    private(set) var unknownUnits = 0

    private static let distances = "HKQuantityTypeIdentifierDistance"
    private let origin: MeasurementOrigin

    /// Collects the values of a workout.
    ///
    /// - Parameters:
    ///   - pulses: The heart rates of its source, sorted; used if the workout has no heart rate of its own.
    ///   - units: The names of the samples' units.
    init(_ workout: HealthWorkout, pulses: [StoredSample], units: [String]) {
        let words = Self.words(workout.activity)
        name = words.joined(separator: " ")
        category = words.map { $0.lowercased() }.joined(separator: "_")
        origin = workout.isUserEntered ? .manual : .device
        let duration = workout.duration ?? DecimalNumber(workout.end - workout.start)
        add(.activeDuration, value: duration.rounded(fractionDigits: 6)?.withoutTrailingFractionZeros, unit: "s")
        addDistance(workout)
        addEnergy(workout)
        if let heart = workout.statistics.first(where: { $0.type == HealthIdentifier.heartRate }) {
            add(.avgHeartRate, value: heart.average, unit: heart.unit)
            add(.minHeartRate, value: heart.minimum, unit: heart.unit)
            add(.maxHeartRate, value: heart.maximum, unit: heart.unit)
        } else {
            addPulses(pulses.filter { $0.start >= workout.start && $0.start <= workout.end }, units: units)
        }
    }

    /// The workout's total distance counts only if no single type has a distance.
    private mutating func addDistance(_ workout: HealthWorkout) {
        let own = workout.statistics.filter { $0.type.hasPrefix(Self.distances) && $0.sum != nil }
        let used = own.isEmpty ? workout.statistics.filter { $0.type == HealthWorkout.totalDistance } : own
        if used.count == 1, let distance = used.first {
            return add(.distance, value: distance.sum, unit: distance.unit)
        }
        addSum(.distance, statistics: used)
    }

    private mutating func addEnergy(_ workout: HealthWorkout) {
        let own = workout.statistics.first { $0.type == HealthIdentifier.activeEnergy && $0.sum != nil }
        guard let energy = own ?? workout.statistics.first(where: { $0.type == HealthWorkout.totalEnergy }) else {
            return
        }
        add(.energyBurned, value: energy.sum, unit: energy.unit)
    }

    /// Adds several distances, of a workout with several sports, in the canonical unit.
    private mutating func addSum(_ metric: MetricName, statistics: [HealthStatistic]) {
        var total: DecimalNumber?
        for statistic in statistics {
            guard let sum = statistic.sum, let value = HealthUnits.canonical(metric, value: sum, unit: statistic.unit)
            else {
                continue
            }
            total = (total ?? 0).adding(value)
        }
        guard let total, let unit = MetricTable.metric(named: metric)?.canonicalUnit.ucum else { return }
        measurements.append(Measurement(metric: metric, value: total, unit: unit, origin: origin))
    }

    private mutating func addPulses(_ pulses: [StoredSample], units: [String]) {
        let rates = pulses.compactMap { pulse in
            HealthUnits.canonical(
                .pulse,
                value: pulse.value,
                unit: units.indices.contains(pulse.unit) ? units[pulse.unit] : ""
            )
        }
        guard let lowest = rates.min(), let highest = rates.max() else { return }
        var sum = ExactSum()
        for rate in rates { ExactSum(rate).map { sum.add($0) } }
        let mean = sum.value.multiplied(by: 1, over: Int64(rates.count), fractionDigits: 2)
        add(.avgHeartRate, value: mean?.withoutTrailingFractionZeros, unit: "count/min")
        add(.minHeartRate, value: lowest, unit: "count/min")
        add(.maxHeartRate, value: highest, unit: "count/min")
    }

    private mutating func add(_ metric: MetricName, value: DecimalNumber?, unit: String) {
        guard let value else { return }
        guard let measurement = HealthUnits.measurement(metric, value: value, unit: unit, origin: origin) else {
            unknownUnits += 1
            return
        }
        measurements.append(measurement)
    }

    /// Splits `HKWorkoutActivityTypeTraditionalStrengthTraining` into words.
    private static func words(_ activity: String) -> [String] {
        let prefix = "HKWorkoutActivityType"
        let bare = HealthRecord.short(activity.hasPrefix(prefix) ? String(activity.dropFirst(prefix.count)) : activity)
        var words: [String] = []
        for character in bare {
            if character == " " || character == "_" {
                words.append("")
            } else if character.isUppercase, words.last?.last?.isLowercase ?? true {
                words.append(String(character))
            } else {
                words.append((words.popLast() ?? "") + String(character))
            }
        }
        words.removeAll(where: \.isEmpty)
        return words.isEmpty ? ["Other"] : words
    }
}
