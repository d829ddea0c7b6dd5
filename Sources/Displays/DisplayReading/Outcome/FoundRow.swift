package import Pixels

/// A row of characters that was found, read or not.
package struct FoundRow: Sendable, Equatable {
    /// Where it stands, in the pixels of the image that was read; tight around the characters.
    package let box: OrientedBox
    /// The finder's probability that a value's row is here, 0…1.
    package let score: Double
    /// The likeliest text; empty where nothing could be read.
    package let text: String
    /// The probability of `text` among all that the row could show, 0…1.
    package let probability: Double
    /// The characters of `text`, one by one.
    package let characters: [CharacterGuess]
    /// The field that the row was assigned to, nil where it is no part of the reading.
    package let field: String?

    /// Makes a row from its parts.
    package init(
        box: OrientedBox,
        score: Double,
        text: String,
        probability: Double,
        characters: [CharacterGuess],
        field: String?
    ) {
        self.box = box
        self.score = score
        self.text = text
        self.probability = probability
        self.characters = characters
        self.field = field
    }

    /// The same row in another place.
    func placed(_ place: (OrientedBox) -> OrientedBox) -> FoundRow {
        FoundRow(
            box: place(box),
            score: score,
            text: text,
            probability: probability,
            characters: characters,
            field: field
        )
    }
}
