internal import HealthInputs
public import VitalRecords

/// What an import makes, counted.
public struct HealthTally: Hashable, Sendable {
    /// How many records there are of each type.
    public private(set) var records: [RecordType: Int] = [:]
    /// How many values there are of each metric.
    public private(set) var metrics: [MetricName: Int] = [:]
    /// For each local day the sums of what adds up: activity, food and sleep.
    ///
    /// Of sleep the value of the source that counts most, since every source tells of the same night.
    public private(set) var days: [LocalDay: [MetricName: DecimalNumber]] = [:]

    /// Makes an empty tally.
    public init() {}

    /// How many records there are.
    public var count: Int { records.values.reduce(0, +) }

    /// Counts a record.
    public mutating func add(_ record: HealthRecord) {
        records[record.type, default: 0] += 1
        for measurement in record.measurements { metrics[measurement.metric, default: 0] += 1 }
        for series in record.details?.series ?? [] { metrics[series.metric, default: 0] += series.points.count }
        switch record.type {
        case .routine, .nutrition: addSums(record)
        case .sleep: addNight(record)
        default: break
        }
    }

    private mutating func addSums(_ record: HealthRecord) {
        for measurement in record.measurements {
            let before = days[record.day]?[measurement.metric] ?? 0
            days[record.day, default: [:]][measurement.metric] = before.adding(measurement.value) ?? before
        }
    }

    /// Nights come in the order of their sources.
    private mutating func addNight(_ record: HealthRecord) {
        for measurement in record.measurements where days[record.day]?[measurement.metric] == nil {
            days[record.day, default: [:]][measurement.metric] = measurement.value
        }
    }
}
