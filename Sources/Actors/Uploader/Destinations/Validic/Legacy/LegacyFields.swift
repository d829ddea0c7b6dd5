internal import FoundationEssentials
internal import VitalRecords

/// Which of a record's measurements fill which field of its legacy resource.
///
/// A metric that means the field exactly wins over a substitute (a resting heart rate over a pulse).
/// Among equals the first one of the record wins. A record without its own measurements has the sums of its segments.
struct LegacyFields {
    /// The fields' values.
    private(set) var values: [String: Decimal] = [:]
    /// The measurements that fill none.
    private(set) var others: [VitalRecords.Measurement] = []

    init(_ record: VitalRecord) {
        let segments = record.details?.segments ?? []
        if record.measurements.isEmpty {
            for measurement in segments.flatMap(\.totals) { add(measurement, to: record.type) }
        } else {
            fill(record)
            others += segments.flatMap(\.allMeasurements)
        }
    }

    private mutating func fill(_ record: VitalRecord) {
        var taken: Set<Int> = []
        for standsIn in [false, true] {
            for (index, measurement) in record.measurements.enumerated() where !taken.contains(index) {
                guard let (field, value) = Self.field(measurement, resource: record.type), field.isStandIn == standsIn,
                    values[field.field] == nil
                else { continue }
                values[field.field] = value
                taken.insert(index)
            }
        }
        others = record.measurements.indices.filter { !taken.contains($0) }.map { record.measurements[$0] }
    }

    private mutating func add(_ measurement: VitalRecords.Measurement, to resource: RecordType) {
        guard let (field, value) = Self.field(measurement, resource: resource), !field.isStandIn else {
            others.append(measurement)
            return
        }
        values[field.field, default: 0] += value
    }

    private static func field(
        _ measurement: VitalRecords.Measurement,
        resource: RecordType
    ) -> (LegacyField, Decimal)? {
        guard let metric = MetricTable.metric(named: measurement.metric),
            let field = metric.legacyField(in: resource),
            let deliverable = DeliverableMetric(measurement, metric: metric, to: field.ucum)
        else { return nil }
        return (field, deliverable.value)
    }
}
