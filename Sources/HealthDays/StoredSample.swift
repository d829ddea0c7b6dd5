internal import HealthInputs
internal import VitalRecords

/// A sample out of a ``SampleColumn``.
struct StoredSample: Hashable {
    let start: Int64
    let end: Int64
    let value: DecimalNumber
    let unit: Int
    let flags: HealthSampleFlags
}

extension StoredSample: Comparable {
    /// By time, then by value, so that equal samples stand together whatever the order of the input.
    static func < (left: StoredSample, right: StoredSample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.unit != right.unit { return left.unit < right.unit }
        return left.value < right.value
    }

    /// Whether both say the same, whoever typed it.
    func isDuplicate(of other: StoredSample) -> Bool {
        start == other.start && end == other.end && unit == other.unit && value == other.value
    }
}
