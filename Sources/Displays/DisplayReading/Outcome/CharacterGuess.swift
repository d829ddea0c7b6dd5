/// One character of a value as it was read, with what else it could be.
package struct CharacterGuess: Sendable, Equatable {
    /// Another character that the same place could show, with its probability, 0…1.
    package struct Alternative: Sendable, Equatable {
        /// The other character.
        package let character: Character
        /// Its probability, 0…1.
        package let probability: Double

        /// Makes one from its parts.
        package init(character: Character, probability: Double) {
            self.character = character
            self.probability = probability
        }
    }

    /// The character that was read, of the reader's alphabet; never blank.
    package let character: Character
    /// Its probability, 0…1, as the network gives it; of the outcome's confidence only a part.
    package let probability: Double
    /// At most three others, the likeliest first.
    package let alternatives: [Alternative]

    /// Makes a guess from its parts.
    package init(character: Character, probability: Double, alternatives: [Alternative] = []) {
        self.character = character
        self.probability = probability
        self.alternatives = alternatives
    }
}
