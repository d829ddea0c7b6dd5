internal import HealthInputs
internal import VitalRecords

/// A blood pressure whose two values the input names.
struct HeldPair: Hashable {
    let source: Int
    /// Its start in seconds since 1970; that of a value can differ by seconds.
    let start: Int64
    let end: Int64
    /// The values, ordered by type.
    let first: HealthSample
    let second: HealthSample

    /// Takes the values of a group; nil if there are not two.
    init?(_ group: HealthCorrelation) {
        guard group.samples.count == 2 else { return nil }
        let isOrdered = group.samples[0].type <= group.samples[1].type
        first = group.samples[isOrdered ? 0 : 1]
        second = group.samples[isOrdered ? 1 : 0]
        (source, start, end) = (group.source, group.start, group.end)
    }
}

extension HeldPair: Comparable {
    /// Orders by time, source and values, so that the order of the input does not matter and equal pairs are adjacent.
    static func < (left: HeldPair, right: HeldPair) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.source != right.source { return left.source < right.source }
        if left.first.value != right.first.value { return left.first.value < right.first.value }
        return left.second.value < right.second.value
    }
}
