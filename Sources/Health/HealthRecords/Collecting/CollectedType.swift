internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// A wanted type and the mapping rows for its records.
struct CollectedType {
    let identifier: String
    let rows: [HealthMapping]
    /// Whether its samples count in every period that they touch; stored, because it is read for every sample.
    let isSpread: Bool
    /// Whether its samples become intraday intervals.
    let hasIntervals: Bool

    init(identifier: String, rows: [HealthMapping]) {
        self.identifier = identifier
        self.rows = rows
        hasIntervals = rows.contains { $0.aggregation == .interval }
        isSpread = rows.contains { [.dayUnion, .dayTime, .interval].contains($0.aggregation) }
    }
}

/// A sample that becomes a single record, before the period's samples are sorted.
struct PendingSample: Comparable {
    let start: Int64
    let end: Int64
    /// Its index among samples of equal type, source and time.
    let ordinal: Int
    let source: Int
    /// The index of its mapping row.
    let row: Int
    let value: DecimalNumber
    let unit: String
    let flags: HealthSampleFlags

    /// Orders by time, then by row and source.
    static func < (left: PendingSample, right: PendingSample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.row != right.row { return left.row < right.row }
        if left.source != right.source { return left.source < right.source }
        return (left.end, left.ordinal) < (right.end, right.ordinal)
    }
}

/// The largest total of a local day from one source, of one type and in one unit.
struct HeldDayTotal {
    /// The identity of a total.
    struct Key: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        /// The counter's number; nil for the whole total.
        let part: Int?
        let day: LocalDay
    }

    let key: Key
    let value: DecimalNumber
}

/// Numbers samples of one source with equal times.
struct Ordinals {
    private var start: Int64 = .min
    private var end: Int64 = .min
    private var ordinal = 0

    /// The index of a sample among those of its time, from 0.
    mutating func next(_ sample: StoredSample) -> Int {
        ordinal = sample.start == start && sample.end == end ? ordinal + 1 : 0
        (start, end) = (sample.start, sample.end)
        return ordinal
    }
}
