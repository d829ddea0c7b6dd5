public import VitalRecords

/// One row of the table of health types.
public struct HealthMapping: Hashable, Sendable {
    /// The set.
    public let set: HealthSet
    /// The HealthKit type.
    public let identifier: String
    /// The category value of the row; nil for the whole type.
    public let value: Int64?
    /// The type of the record; nil for none.
    public let record: RecordType?
    /// The metric in the record; nil for none.
    public let metric: MetricName?
    /// How samples become the value.
    public let aggregation: HealthAggregation

    /// The unit of sums, in UCUM; single samples keep their unit.
    public var unit: String? { metric.flatMap(MetricTable.metric)?.canonicalUnit.ucum }

    /// Whether each sample becomes a separate record; a scale's samples of one time share one.
    package var isSingle: Bool { aggregation == .occurrence || (aggregation == .sample && set != .weight) }

    init(
        _ set: HealthSet,
        identifier: String,
        value: Int64? = nil,
        record: RecordType?,
        metric: MetricName?,
        aggregation: HealthAggregation
    ) {
        self.set = set
        self.identifier = identifier
        self.value = value
        self.record = record
        self.metric = metric
        self.aggregation = aggregation
    }
}
