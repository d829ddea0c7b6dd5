internal import HealthInputs
internal import VitalRecords

/// A sample out of a ``SampleColumn``.
struct StoredSample: Hashable {
    let start: Int64
    let end: Int64
    let value: DecimalNumber
    // In this order the three fit into what the first one leaves of eight bytes.
    let flags: HealthSampleFlags
    private let unitNumber: Int32

    init(start: Int64, end: Int64, value: DecimalNumber, unit: Int, flags: HealthSampleFlags) {
        self.start = start
        self.end = end
        self.value = value
        self.flags = flags
        unitNumber = Int32(clamping: unit)
    }

    /// The unit's number; -1 for a category.
    var unit: Int { Int(unitNumber) }
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
