/// What one frame says of one character of a row: the likeliest characters with their probabilities.
package struct CellGuess: Sendable, Hashable {
    /// A character and its probability, 0…1.
    package struct Candidate: Sendable, Hashable {
        /// The character, one of the reader's alphabet.
        package let character: Character
        /// Its probability, 0…1.
        package let probability: Double

        /// Makes a candidate; a probability that is no number counts as 0, others are brought to 0…1.
        package init(_ character: Character, _ probability: Double) {
            self.character = character
            self.probability = probability.isFinite ? min(max(probability, 0), 1) : 0
        }
    }

    /// The candidates, likeliest first, at most ``maximumCandidates``; never empty.
    package let candidates: [Candidate]
    /// The share of the character's cell that glare covers, 0…1: what lies below is guessed and counts less.
    package let glare: Double

    /// The most candidates that are kept of one character.
    package static let maximumCandidates = 5

    /// Makes a guess; nil without candidates.
    package init?(_ candidates: [Candidate], glare: Double = 0) {
        guard !candidates.isEmpty else { return nil }
        self.candidates = Array(candidates.sorted { $0.probability > $1.probability }.prefix(Self.maximumCandidates))
        self.glare = glare.isFinite ? min(max(glare, 0), 1) : 0
    }

    /// The likeliest candidate.
    package var best: Candidate { candidates[0] }
}
