internal import SeededRandom

/// Throws that follow from a seed alone.
struct Dice: Sendable {
    private var source: SplitMix64

    init(seed: UInt64, stream: UInt64) {
        source = SplitMix64(seed: seed, stream: stream)
        _ = source.next()
    }

    /// A number from 0 up to 1.
    mutating func unit() -> Double { Double(source.next() >> 11) / 9_007_199_254_740_992 }

    /// A number of a range.
    mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number, both ends included.
    mutating func whole(_ low: Int, _ high: Int) -> Int {
        high <= low ? low : low + Int(source.next() % UInt64(high - low + 1))
    }

    /// Whether something of that probability happens.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// One of several.
    mutating func pick<Element>(_ items: [Element]) -> Element { items[whole(0, items.count - 1)] }

    /// The number of one of several, as probable as their weights.
    mutating func weighted(_ weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.count - 1
    }

    /// About a normal number: twelve uniform ones added, so that it is the same on every machine.
    mutating func normal() -> Double {
        var sum = 0.0
        for _ in 0..<3 {
            let bits = source.next()
            sum += Double(bits & 0xFFFF) + Double((bits >> 16) & 0xFFFF)
            sum += Double((bits >> 32) & 0xFFFF) + Double(bits >> 48)
        }
        return sum / 65_536 - 6
    }

    /// A number of a range whose logarithm is uniform; both ends above 0.
    mutating func scale(_ low: Double, _ high: Double) -> Double {
        low * Powers.power(high / low, unit())
    }

    /// 64 bits.
    mutating func bits() -> UInt64 { source.next() }
}
