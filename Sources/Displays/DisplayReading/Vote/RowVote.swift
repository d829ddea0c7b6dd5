/// The rows of one field over several frames, aligned place by place.
///
/// The frames' texts may differ in length: a point that one frame misses must not shift the digits after it. So each
/// row is aligned with the strongest text, and its extra characters get separate places (ROVER, Fiscus 1997).
struct RowVote {
    /// One frame's row with its weight.
    struct Ballot {
        let row: RowGuess
        let reliability: Double
        let weight: Double
    }

    /// The limit of extra places between two of the strongest text.
    private static let mostBetween = 2

    /// The places from left to right.
    let slots: [VoteSlot]

    /// Aligns the rows, oldest first.
    ///
    /// - Parameter coverage: The weight of a character's covered share (``VoteRules/coveredCell``).
    init(_ ballots: [Ballot], coverage: Double) {
        guard let pivot = Self.strongest(ballots) else {
            slots = []
            return
        }
        let places = ballots.map { Self.places($0.row, along: pivot) }
        let width = Self.mostBetween + 1
        // Place `width * i` is the pivot's cell i; the places before it are for extra characters.
        let isUsed = (0..<(pivot.cells.count + 1) * width).map { place in places.contains { $0[place] != nil } }
        slots = isUsed.indices.filter { isUsed[$0] }.map { place in
            var slot = VoteSlot()
            for (ballot, cells) in zip(ballots, places) {
                slot.add(
                    cells[place],
                    rowGlare: ballot.row.glare,
                    coverage: coverage,
                    reliability: ballot.reliability,
                    weight: ballot.weight
                )
            }
            return slot
        }
    }

    /// The newest row with the text of the highest weight.
    private static func strongest(_ ballots: [Ballot]) -> RowGuess? {
        var weights: [String: Double] = [:]
        for ballot in ballots { weights[ballot.row.text, default: 0] += ballot.weight * ballot.reliability }
        let best = weights.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return ballots.last { $0.row.text == best?.key }?.row
    }

    /// The row's cells at the places of the pivot.
    private static func places(_ row: RowGuess, along pivot: RowGuess) -> [Int: CellGuess] {
        let width = mostBetween + 1
        var result: [Int: CellGuess] = [:]
        var (between, next) = (0, 0)
        for (cell, partner) in zip(row.cells, RowAlignment.partners(of: row, in: pivot)) {
            if let partner {
                result[partner * width + mostBetween] = cell
                (between, next) = (0, partner + 1)
            } else if between < mostBetween {
                result[next * width + between] = cell
                between += 1
            }
        }
        return result
    }
}

/// The voted state of one field.
struct VotedRow: Sendable, Hashable {
    /// One place with a character.
    struct Place: Sendable, Hashable {
        let character: Character
        let probability: Double
        let glare: Double
    }

    /// The field's name.
    let field: String
    /// The characters from left to right.
    let places: [Place]
    /// The minimum lead of a choice over the second, empty places included, as log odds.
    let margin: Double
    /// The probability of the least certain place, 0…1.
    let probability: Double

    /// Judges the places of a row.
    ///
    /// - Parameter scale: The weight of the evidence, 1 for frames with independent errors.
    init(field: String, vote: RowVote, scale: Double) {
        self.field = field
        var places: [Place] = []
        var (margin, probability) = (Double.infinity, 1.0)
        for slot in vote.slots {
            let verdict = slot.verdict(scale: scale)
            margin = min(margin, verdict.margin)
            probability = min(probability, verdict.probability)
            guard let character = verdict.best else { continue }
            places.append(Place(character: character, probability: verdict.probability, glare: slot.glare))
        }
        (self.places, self.margin, self.probability) = (places, margin, probability)
    }

    /// The text of all places.
    var text: String { String(places.map(\.character)) }

    /// The text with `_` for uncertain places and a space for those under glare.
    func partial(_ rules: VoteRules) -> String {
        String(
            places.map { place in
                if place.probability >= rules.sureCharacter { return place.character }
                return place.glare >= rules.hiddenCell ? " " : "_"
            }
        )
    }
}
