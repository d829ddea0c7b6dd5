/// A set of times: sorted, disjoint intervals.
struct Coverage {
    private(set) var intervals: [Range<Int64>] = []

    init() {}

    /// The number of seconds of an interval that are not covered.
    func uncovered(_ start: Int64, end: Int64) -> Int64 {
        var left = end - start
        // For the highest-ranked source no time is covered yet.
        guard let last = intervals.last, start < last.upperBound else { return left }
        var index = firstIndex(endingAfter: start)
        while index < intervals.count, intervals[index].lowerBound < end {
            left -= min(end, intervals[index].upperBound) - max(start, intervals[index].lowerBound)
            index += 1
        }
        return left
    }

    /// Whether a time is covered.
    func contains(_ time: Int64) -> Bool {
        let index = firstIndex(endingAfter: time)
        return index < intervals.count && intervals[index].lowerBound <= time
    }

    /// Adds intervals in any order.
    mutating func insert(_ times: some Sequence<Range<Int64>>) {
        let sorted = (intervals + times.filter { !$0.isEmpty }).sorted { $0.lowerBound < $1.lowerBound }
        intervals.removeAll(keepingCapacity: true)
        for time in sorted {
            if let last = intervals.last, time.lowerBound <= last.upperBound {
                guard time.upperBound > last.upperBound else { continue }
                intervals[intervals.count - 1] = last.lowerBound..<time.upperBound
            } else {
                intervals.append(time)
            }
        }
    }

    /// The number of covered seconds.
    var length: Int64 { intervals.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    private func firstIndex(endingAfter time: Int64) -> Int {
        var (low, high) = (0, intervals.count)
        while low < high {
            let middle = (low + high) / 2
            if intervals[middle].upperBound <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A period of four weeks (UTC), in which samples are held and processed together.
enum SamplePeriod {
    /// The length in seconds.
    static let length: Int64 = 28 * 86_400

    /// The number of the period of a time.
    static func number(at time: Int64) -> Int {
        Int((time - (time % length + length) % length) / length)
    }

    /// The times of a period, in seconds since 1970.
    static func range(_ number: Int) -> Range<Int64> {
        Int64(number) * length..<Int64(number + 1) * length
    }
}
