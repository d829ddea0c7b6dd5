/// Which characters were read for which.
package struct CharacterConfusion: Sendable, Hashable {
    /// How often a character was read for another, as `7>1`.
    package private(set) var counts: [String: Int] = [:]
    /// How often a value came with more or fewer characters.
    package private(set) var lengths = 0

    /// Makes a confusion without any.
    package init() {}

    /// Counts the characters of a wrong answer.
    package mutating func add(_ truth: DisplayTruth, _ answer: DisplayAnswer) {
        for value in truth.values {
            guard let told = answer.values.first(where: { $0.key == value.key }), told.text != value.text else {
                continue
            }
            guard told.text.count == value.text.count else {
                lengths += 1
                continue
            }
            for (meant, read) in zip(value.text, told.text) where meant != read {
                counts["\(meant)>\(read)", default: 0] += 1
            }
        }
    }

    /// Counts another confusion too.
    package mutating func add(_ other: CharacterConfusion) {
        counts.merge(other.counts, uniquingKeysWith: +)
        lengths += other.lengths
    }

    /// The most frequent ones, the first the most frequent.
    package func most(_ count: Int) -> [(name: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(max(count, 0)).map { ($0.key, $0.value) }
    }
}
