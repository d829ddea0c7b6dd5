import Foundation
import VitalRecords

/// One place of a row's text over several frames: each frame's character there, if any.
struct VoteSlot {
    /// The size of the alphabet plus the empty choice, over which doubt is spread.
    private static let count = 32.0

    /// The choices, a character or none, with the log evidence of the frames; few entries.
    private var choices: [(character: Character?, evidence: Double)] = [(nil, 0)]
    /// The evidence of every character that no frame named.
    private var unnamed = 0.0
    /// The covered share of the newest cell here.
    private(set) var glare = 0.0

    /// Adds one frame's evidence.
    ///
    /// - Parameters:
    ///   - cell: The frame's guess; nil if it has no character here.
    ///   - rowGlare: The covered share of the frame's row, 0…1: a character may be missing under it.
    ///   - coverage: The weight of a covered share (``VoteRules/coveredCell``).
    ///   - reliability: The reliability of the frame for one character, 0…1.
    ///   - weight: The weight of the frame.
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
            // Even under glare it is visible that there is a character.
            let doubt = Self.doubt(cell != nil && character == nil ? reliability : trust)
            choices[index].evidence += weight * log(trust * named + doubt)
        }
        unnamed += weight * log(Self.doubt(trust))
        if let cell { glare = cell.glare }
    }

    /// The doubt for each choice; no frame is surer of a character than 999 in 1,000.
    private static func doubt(_ trust: Double) -> Double {
        max(1 - trust, 0.001) / count
    }

    /// The best choice, its probability, and its lead over the second as log odds.
    func verdict(scale: Double) -> (best: Character?, probability: Double, margin: Double) {
        // Ordered by character, too, so that equal evidence gives the same choice in each run.
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
    /// The probability of a character; for the empty choice, the remainder.
    fileprivate func probability(of choice: Character?) -> Double {
        guard let choice else { return 0 }
        return candidates.first { $0.character == choice }?.probability ?? 0
    }
}

/// The evidence of one frame while it counts.
struct VoteBallot: Sendable {
    let number: Int
    let time: Duration
    let rows: [RowGuess]
    let confidence: Double
    /// The doubts about the frame alone; empty if it would be accepted without confirmation.
    let doubts: [ReadingDoubt]
    let signature: FrameSignature?
    /// How much the frame's view differs from earlier ones with weight, 0…1.
    var novelty: Double
    /// Whether the frame surely shows another reading than the frames before.
    let isRival: Bool

    /// Whether the frame alone would be accepted without confirmation.
    var isAccepted: Bool { doubts.isEmpty }

    /// The reliability of one character, chosen so that all characters together have the frame's confidence.
    var reliability: Double {
        let cells = rows.reduce(0) { $0 + $1.cells.count }
        // A wrong reading is usually wrong in one character.
        return max(1 - (1 - confidence) * 2 / Double(max(cells, 2)), 0.05)
    }

    /// The texts by field.
    var texts: [String: String] {
        Dictionary(rows.map { ($0.field, $0.text) }) { first, _ in first }
    }
}
