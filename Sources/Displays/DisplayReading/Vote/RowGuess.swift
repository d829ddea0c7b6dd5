internal import Pixels

/// One frame's guess of one row of the display.
package struct RowGuess: Sendable, Hashable {
    /// The field that the row shows, such as `sys`; rows of different frames are matched by it.
    package let field: String
    /// The characters' cells from left to right, at most ``maximumCells``.
    package let cells: [CellGuess]

    /// The covered share of the row, 0…1: characters may be missing under it.
    package let glare: Double

    /// The limit of cells kept for one row.
    package static let maximumCells = 12

    /// Creates a row; cells beyond ``maximumCells`` are dropped.
    package init(field: String, cells: [CellGuess], glare: Double = 0) {
        self.field = field
        self.cells = Array(cells.prefix(Self.maximumCells))
        self.glare = glare.isFinite ? min(max(glare, 0), 1) : 0
    }

    /// The likeliest text.
    package var text: String { String(cells.map(\.best.character)) }
}

extension RowGuess {
    /// Converts a value's characters, each with the glare on its part of the value's box.
    ///
    /// Glare next to the box counts for the row, too, because the reader does not see a character that it hides.
    package init(_ measurement: DisplayMeasurement, glare: DisplayGlare) {
        let cells = zip(measurement.characters, measurement.places).compactMap { guess, place in
            CellGuess(
                [CellGuess.Candidate(guess.character, probability: guess.probability)]
                    + guess.alternatives.map { CellGuess.Candidate($0.character, probability: $0.probability) },
                glare: glare.share(of: place)
            )
        }
        self.init(field: measurement.key, cells: cells, glare: glare.share(of: measurement))
    }
}

/// One frame's guess of one character: the likeliest candidates with their probabilities.
package struct CellGuess: Sendable, Hashable {
    /// A character and its probability, 0…1.
    package struct Candidate: Sendable, Hashable {
        /// The character, one of the reader's alphabet.
        package let character: Character
        /// Its probability, 0…1.
        package let probability: Double

        /// Creates a candidate; NaN counts as 0, other probabilities are clamped to 0…1.
        package init(_ character: Character, probability: Double) {
            self.character = character
            self.probability = probability.isFinite ? min(max(probability, 0), 1) : 0
        }
    }

    /// The candidates, likeliest first, at most ``maximumCandidates``; never empty.
    package let candidates: [Candidate]
    /// The covered share of the character's cell, 0…1: a character under glare is guessed and counts less.
    package let glare: Double

    /// The limit of candidates kept for one character.
    package static let maximumCandidates = 5

    /// Creates a guess; nil without candidates.
    package init?(_ candidates: [Candidate], glare: Double = 0) {
        guard !candidates.isEmpty else { return nil }
        self.candidates = Array(candidates.sorted { $0.probability > $1.probability }.prefix(Self.maximumCandidates))
        self.glare = glare.isFinite ? min(max(glare, 0), 1) : 0
    }

    /// The likeliest candidate.
    package var best: Candidate { candidates[0] }
}
