import DisplayReading
import SeededRandom
import Testing

/// Compares the search for strings with a count of every way to spread characters over a row.
struct LatticeTests {
    private static let classes = 4

    private static func lattice(steps: Int, seed: UInt64) throws -> CharacterLattice {
        var random = SplitMix64(seed: seed)
        let logits = (0..<steps * classes).map { _ in Float(random.next() % 6_000) / 1_000 }
        return try #require(CharacterLattice(steps: steps, classes: classes, logits: logits))
    }

    /// The probabilities of all paths, added up by the string that each path shows.
    private static func allStrings(_ lattice: CharacterLattice) -> [[UInt8]: Double] {
        var sums: [[UInt8]: Double] = [:]
        let count = (0..<lattice.steps).reduce(1) { product, _ in product * classes }
        for path in 0..<count {
            var rest = path
            var last = 0
            var string: [UInt8] = []
            var log: Float = 0
            for step in 0..<lattice.steps {
                let character = rest % classes
                rest /= classes
                log += lattice[step: step, character: character]
                if character > 0, character != last { string.append(UInt8(character)) }
                last = character
            }
            sums[string, default: 0] += ScoredString(classes: [], log: Double(log)).probability
        }
        return sums
    }

    @Test(arguments: 1...12)
    func `A wide beam gives what counting all paths gives`(seed: UInt64) throws {
        let lattice = try Self.lattice(steps: 5, seed: seed)
        let wanted = Self.allStrings(lattice).sorted { $0.value > $1.value }
        let found = lattice.bestStrings(width: 400, keeping: 3)
        #expect(found.count == 3)
        for (string, sum) in zip(found, wanted) {
            #expect(string.classes == sum.key)
            #expect(abs(string.probability - sum.value) < 1e-4)
        }
    }

    @Test(arguments: 1...6)
    func `A string's probability is the sum over its paths`(seed: UInt64) throws {
        let lattice = try Self.lattice(steps: 4, seed: seed)
        for (string, sum) in Self.allStrings(lattice) {
            #expect(
                abs(ScoredString(classes: string, log: lattice.logProbability(of: string)).probability - sum) < 1e-4
            )
        }
    }

    @Test
    func `The usual beam finds a clear text, and its characters stand where they are`() throws {
        let text: [UInt8] = [2, 3, 3]
        let shown = [0, 2, 2, 0, 3, 0, 0, 3, 0]
        var logits = [Float](repeating: 0, count: shown.count * Self.classes)
        for (step, character) in shown.enumerated() { logits[step * Self.classes + character] = 8 }
        let lattice = try #require(CharacterLattice(steps: shown.count, classes: Self.classes, logits: logits))
        #expect(lattice.bestStrings().first?.classes == text)
        #expect(lattice.alignment(of: text) == [1...2, 4...4, 7...7])
    }

    @Test
    func `What does not fit is refused`() {
        #expect(CharacterLattice(steps: 2, classes: 4, logits: [0, 1]) == nil)
        #expect(CharacterLattice(steps: 0, classes: 4, logits: []) == nil)
        let one = CharacterLattice(steps: 1, classes: 4, logits: [0, 0, 0, 0])
        #expect(one?.alignment(of: [1, 1]) == nil)
        #expect(one?.logProbability(of: [1, 2]) == -.infinity)
    }
}
