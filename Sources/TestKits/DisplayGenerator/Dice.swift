internal import SeededRandom

/// Random draws determined by a seed.
struct Dice: Sendable {
    private var source: SplitMix64

    init(seed: UInt64, stream: UInt64) {
        source = SplitMix64(seed: seed, stream: stream)
        _ = source.next()
    }

    /// A number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(source.next() >> 11) / 9_007_199_254_740_992 }

    /// A uniform number in a range.
    mutating func number(_ low: Double, high: Double) -> Double { low + (high - low) * unit() }

    /// A uniform integer in a range, both ends included.
    mutating func whole(_ low: Int, high: Int) -> Int {
        high <= low ? low : low + Int(source.next() % UInt64(high - low + 1))
    }

    /// True with a probability.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// A random element.
    mutating func pick<Element>(_ items: [Element]) -> Element { items[whole(0, high: items.count - 1)] }

    /// The index of a random element, drawn by weight.
    mutating func weighted(_ weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.count - 1
    }

    /// An approximately normal number: the sum of twelve uniform ones, identical on every machine.
    mutating func normal() -> Double {
        var sum = 0.0
        for _ in 0..<3 {
            let bits = source.next()
            sum += Double(bits & 0xFFFF) + Double((bits >> 16) & 0xFFFF)
            sum += Double((bits >> 32) & 0xFFFF) + Double(bits >> 48)
        }
        return sum / 65_536 - 6
    }

    /// A number in a range, with a uniform logarithm; both ends above 0.
    mutating func scale(_ low: Double, high: Double) -> Double {
        low * Powers.power(high / low, exponent: unit())
    }

    /// 64 bits.
    mutating func bits() -> UInt64 { source.next() }
}
