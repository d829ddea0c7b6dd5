/// Which source pixels of one axis make each new one, and how much of each.
struct AxisWeights {
    /// The first source pixel of each new one.
    private(set) var starts: [Int] = []
    /// How many source pixels each new one takes.
    private(set) var counts: [Int] = []
    /// Where the shares of each new one begin.
    private(set) var places: [Int] = []
    /// The shares; those of one new pixel add up to 1.
    private(set) var shares: [Float] = []

    /// The shares for `target` pixels from `source` ones: areas when they get fewer, else lines between two centres.
    init(from source: Int, to target: Int) {
        for index in 0..<target {
            places.append(shares.count)
            if target < source {
                addArea(index, source: source, target: target)
            } else {
                addLine(index, source: source, target: target)
            }
        }
    }

    private mutating func addArea(_ index: Int, source: Int, target: Int) {
        // In units of 1 / target source pixels everything is whole.
        let begin = index * source
        let end = begin + source
        let first = begin / target
        let last = (end - 1) / target
        starts.append(first)
        counts.append(last - first + 1)
        for pixel in first...last {
            let covered = min(end, (pixel + 1) * target) - max(begin, pixel * target)
            shares.append(Float(covered) / Float(source))
        }
    }

    private mutating func addLine(_ index: Int, source: Int, target: Int) {
        let place = (Double(index) + 0.5) * Double(source) / Double(target) - 0.5
        let first = min(max(Int(place.rounded(.down)), 0), source - 1)
        let second = min(first + 1, source - 1)
        let share = Float(min(max(place - Double(first), 0), 1))
        starts.append(first)
        counts.append(second - first + 1)
        shares.append(second > first ? 1 - share : 1)
        if second > first { shares.append(share) }
    }
}
