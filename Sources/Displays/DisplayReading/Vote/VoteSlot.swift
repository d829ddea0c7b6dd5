import Foundation

/// One place of a row's text over several frames: what each frame says that stands there, if anything.
struct VoteSlot {
    /// The size of the alphabet with nothing as one more, among which doubt is shared.
    private static let count = 32.0

    /// What may stand here, a character or nothing, and the logarithm of what the frames say for it; few entries.
    private var choices: [(character: Character?, evidence: Double)] = [(nil, 0)]
    /// The evidence of every character that no frame named.
    private var unnamed = 0.0
    /// The share of the newest cell here that glare covers.
    private(set) var glare = 0.0

    /// Adds what one frame says.
    ///
    /// - Parameters:
    ///   - cell: The frame's guess; nil where it has no character.
    ///   - rowGlare: The share of the frame's row that glare covers, 0…1: a character may be missing for it.
    ///   - coverage: How many times a covered share counts (``VoteRules/coveredCell``).
    ///   - reliability: How far the frame can be trusted with one character, 0…1.
    ///   - weight: How much the frame counts.
    mutating func add(
        _ cell: CellGuess?,
        rowGlare: Double,
        coverage: Double,
        reliability: Double,
        weight: Double
    ) {
        let trust = reliability * max(1 - coverage * (cell?.glare ?? rowGlare), 0)
        for candidate in cell?.candidates ?? [] {
            let isKnown = choices.contains { $0.character == candidate.character }
            if !isKnown { choices.append((candidate.character, unnamed)) }
        }
        for index in choices.indices {
            let character = choices[index].character
            let named = cell.map { $0.probability(of: character) } ?? (character == nil ? 1 : 0)
            // That something stands here is seen even where glare hides what it is.
            let doubt = Self.doubt(cell != nil && character == nil ? reliability : trust)
            choices[index].evidence += weight * log(trust * named + doubt)
        }
        unnamed += weight * log(Self.doubt(trust))
        if let cell { glare = cell.glare }
    }

    /// What is left for each choice; no frame is surer of a single character than but for one in a thousand.
    private static func doubt(_ trust: Double) -> Double {
        max(1 - trust, 0.001) / count
    }

    /// The best choice, its probability, and how far it is ahead of the second (logarithm of the odds).
    func verdict(scale: Double) -> (best: Character?, probability: Double, margin: Double) {
        // By the character too, so that equal evidence gives the same choice in each run.
        let ranked = choices.sorted { one, other in
            one.evidence != other.evidence
                ? one.evidence > other.evidence : Self.order(one.character) > Self.order(other.character)
        }
        guard let best = ranked.first else { return (nil, 0, 0) }
        let rest = max(Self.count - Double(ranked.count), 0)
        var sum = rest * exp((unnamed - best.evidence) * scale)
        for choice in ranked { sum += exp((choice.evidence - best.evidence) * scale) }
        let second = max(ranked.dropFirst().first?.evidence ?? unnamed, rest > 0 ? unnamed : -.infinity)
        return (best.character, 1 / sum, (best.evidence - second) * scale)
    }

    private static func order(_ choice: Character?) -> String {
        choice.map(String.init) ?? ""
    }
}

extension CellGuess {
    /// The probability of a character; of nothing, what the candidates leave.
    fileprivate func probability(of choice: Character?) -> Double {
        guard let choice else { return 0 }
        return candidates.first { $0.character == choice }?.probability ?? 0
    }
}

/// What is kept of one frame while it counts.
struct VoteBallot: Sendable {
    let number: Int
    let time: Duration
    let rows: [RowGuess]
    let confidence: Double
    /// Whether the frame alone could be taken without a person's look.
    let isAccepted: Bool
    let signature: FrameSignature?
    /// How much the frame's view differs from those before it that still count, 0…1.
    var novelty: Double
    /// Whether the frame surely shows another reading than the frames before it.
    let isRival: Bool

    /// How far the frame can be trusted with one character: all of them together make its confidence.
    var reliability: Double {
        let cells = rows.reduce(0) { $0 + $1.cells.count }
        // A wrong reading is wrong in one character as a rule.
        return max(1 - (1 - confidence) * 2 / Double(max(cells, 2)), 0.05)
    }

    /// The texts by field.
    var texts: [String: String] {
        Dictionary(rows.map { ($0.field, $0.text) }) { first, _ in first }
    }
}
