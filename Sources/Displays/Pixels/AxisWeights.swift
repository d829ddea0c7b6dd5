/// The source pixels of each target pixel along one axis, with their weights.
struct AxisWeights {
    /// The first source pixel of each target pixel.
    private(set) var starts: [Int] = []
    /// The number of source pixels of each target pixel.
    private(set) var counts: [Int] = []
    /// Where the weights of each target pixel begin.
    private(set) var places: [Int] = []
    /// The weights; those of one target pixel add up to 1.
    private(set) var shares: [Float] = []

    /// Computes the weights: area means for shrinking, linear interpolation for enlarging.
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
        // In units of 1 / target source pixels everything is an integer.
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
