internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// A type that is wanted, and what it becomes.
struct CollectedType {
    let identifier: String
    let rows: [HealthMapping]
    /// Whether its samples count in every period that they touch; asked for at every sample.
    let isSpread: Bool
    /// Whether short intervals are made of its samples.
    let hasIntervals: Bool

    init(identifier: String, rows: [HealthMapping]) {
        self.identifier = identifier
        self.rows = rows
        hasIntervals = rows.contains { $0.aggregation == .interval }
        isSpread = rows.contains { [.dayUnion, .dayTime, .interval].contains($0.aggregation) }
    }
}

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

/// The largest sum of a local day that one source says of one type in one unit.
struct HeldDayTotal {
    /// Of what, whose and which day's.
    struct Key: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        /// The counter's number; nil for the whole sum.
        let part: Int?
        let day: LocalDay
    }

    let key: Key
    let value: DecimalNumber
}

/// Counts samples of one source that are equal in time, in their order.
struct Ordinals {
    private var start: Int64 = .min
    private var end: Int64 = .min
    private var ordinal = 0

    /// The place of a sample among those of its time, from 0.
    mutating func next(_ sample: StoredSample) -> Int {
        ordinal = sample.start == start && sample.end == end ? ordinal + 1 : 0
        (start, end) = (sample.start, sample.end)
        return ordinal
    }
}
