/// Counts of characters read as others.
package struct CharacterConfusion: Sendable, Hashable {
    /// How often a character was read as another, keyed as `7>1`.
    package private(set) var counts: [String: Int] = [:]
    /// How often a value was read with more or fewer characters.
    package private(set) var lengths = 0

    /// Creates an empty confusion.
    package init() {}

    /// Counts the characters of a wrong answer.
    package mutating func add(_ truth: DisplayTruth, answer: DisplayAnswer) {
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

    /// Adds the counts of another confusion.
    package mutating func add(_ other: CharacterConfusion) {
        counts.merge(other.counts, uniquingKeysWith: +)
        lengths += other.lengths
    }

    /// The most frequent confusions, in descending order.
    package func most(_ count: Int) -> [(name: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(max(count, 0)).map { ($0.key, $0.value) }
    }
}
