/// Times that are taken already: sorted, and never touching.
struct Coverage {
    private(set) var intervals: [Range<Int64>] = []

    init() {}

    /// How many seconds of a time are not taken.
    func uncovered(_ start: Int64, _ end: Int64) -> Int64 {
        var left = end - start
        // The source that counts most finds nothing taken.
        guard let last = intervals.last, start < last.upperBound else { return left }
        var index = firstIndex(endingAfter: start)
        while index < intervals.count, intervals[index].lowerBound < end {
            left -= min(end, intervals[index].upperBound) - max(start, intervals[index].lowerBound)
            index += 1
        }
        return left
    }

    /// Whether a moment is taken.
    func contains(_ time: Int64) -> Bool {
        let index = firstIndex(endingAfter: time)
        return index < intervals.count && intervals[index].lowerBound <= time
    }

    /// Takes times, in any order.
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

    /// All seconds that are taken.
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

/// Four weeks of UTC, in which samples are held and worked on together.
enum SamplePeriod {
    /// How long one is, in seconds.
    static let length: Int64 = 28 * 86_400

    /// The number of the one that a moment lies in.
    static func number(at time: Int64) -> Int {
        Int((time - (time % length + length) % length) / length)
    }

    /// Its moments.
    static func range(_ number: Int) -> Range<Int64> {
        Int64(number) * length..<Int64(number + 1) * length
    }
}
