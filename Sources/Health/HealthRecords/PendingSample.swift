internal import HealthInputs
internal import VitalRecords

/// A sample that becomes a record of its own, before the period's samples are put in order.
struct PendingSample: Comparable {
    let start: Int64
    let end: Int64
    /// Its place among samples that are equal in type, source and time.
    let ordinal: Int
    let source: Int
    /// The place of its row among those of the period.
    let row: Int
    let value: DecimalNumber
    let unit: String
    let flags: HealthSampleFlags

    /// By time, then by row and source.
    static func < (left: PendingSample, right: PendingSample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.row != right.row { return left.row < right.row }
        if left.source != right.source { return left.source < right.source }
        return (left.end, left.ordinal) < (right.end, right.ordinal)
    }
}
