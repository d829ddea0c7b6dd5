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
