internal import SeededRandom

/// Mutates inputs: a few small changes of one seed, or a splice of two.
package struct FuzzMutator {
    private static let longest = 1 << 14

    private let seeds: [[UInt8]]
    private let words: FuzzWords
    private var random: SplitMix64

    /// Creates the mutator of a run number; equal seeds and numbers give equal inputs.
    ///
    /// - Parameter words: The bytes and words to insert.
    package init(_ seeds: [[UInt8]], words: FuzzWords = .health, seed: UInt64, number: UInt64) {
        self.seeds = seeds
        self.words = words
        random = SplitMix64(seed: seed, stream: number &+ 1)
    }

    /// The next input.
    package mutating func next() -> [UInt8] {
        guard var bytes = seeds.randomElement(using: &random) else { return [] }
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes) }
        return Array(bytes.prefix(Self.longest))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let rest = bytes.count - place
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes.removeLast(rest)
        case 1 where rest > 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2 where rest > 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes.insert(words.signs.randomElement(using: &random) ?? 0, at: place)
        case 4 where rest > 0: bytes[place] = words.signs.randomElement(using: &random) ?? 0
        case 5: bytes.removeSubrange(place..<(place + Int.random(in: 0...min(rest, 64), using: &random)))
        case 6: bytes.insert(contentsOf: words.words.randomElement(using: &random) ?? [], at: place)
        case 7:
            let end = place + Int.random(in: 0...min(rest, 256), using: &random)
            let part = Array(bytes[place..<end])
            bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
        case 8:
            let other = seeds.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
        default:
            let count = Int.random(in: 1...64, using: &random)
            let sign = words.signs.randomElement(using: &random) ?? 0
            bytes.insert(contentsOf: Array(repeating: sign, count: count), at: place)
        }
    }
}

/// The bytes and words that a mutator inserts, chosen for what parsers look for.
package struct FuzzWords: Sendable {
    /// Single bytes.
    package let signs: [UInt8]
    /// Words.
    package let words: [[UInt8]]

    /// Creates a vocabulary of bytes and words.
    package init(signs: [UInt8], words: [[UInt8]]) {
        self.signs = signs
        self.words = words
    }

    /// The vocabulary of health data exports.
    package static let health = FuzzWords(
        signs: Array("\"{}[],:\\-+.eE0123456789\r\n\t <>/=&;'\u{0}".utf8) + [0x7F, 0x80, 0xFF, 0x40, 0xC0],
        words: [
            "null", "true", "\"data\":", "\"qty\":", "\\u202f", "\\ud83d", "999999999999999999999", "1e999", "-0",
            "2099-12-31 23:59:59 -1800",
            "0000-00-00 00:00:00 +0000", ",,,,", "\"\"", "9223372036854775807", "-9223372036854775808", "\u{FEFF}",
            "<Record ", "/>", "\r\n",
        ].map { Array($0.utf8) }
    )
}
