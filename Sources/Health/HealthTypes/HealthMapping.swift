public import VitalRecords

/// One row of the table of health types.
public struct HealthMapping: Hashable, Sendable {
    /// The set that it belongs to.
    public let set: HealthSet
    /// The type, as HealthKit names it.
    public let identifier: String
    /// The category value that the row is about; nil for all of the type.
    public let value: Int64?
    /// The record that it goes into; nil where there is none.
    public let record: RecordType?
    /// What it is called there; nil where there is none.
    public let metric: MetricName?
    /// How samples become its value.
    public let aggregation: HealthAggregation

    /// The unit that sums have, in UCUM; single samples keep the unit they came in.
    public var unit: String? { metric.flatMap(MetricTable.metric)?.canonicalUnit.ucum }

    /// Whether each sample is a record of its own; those of a scale at one time are one.
    package var isSingle: Bool { aggregation == .occurrence || (aggregation == .sample && set != .weight) }

    init(
        _ set: HealthSet,
        _ identifier: String,
        value: Int64? = nil,
        _ record: RecordType?,
        _ metric: MetricName?,
        _ aggregation: HealthAggregation
    ) {
        self.set = set
        self.identifier = identifier
        self.value = value
        self.record = record
        self.metric = metric
        self.aggregation = aggregation
    }
}
