/// What the frames so far say of one field.
struct VotedRow: Sendable, Hashable {
    /// One place that holds a character.
    struct Place: Sendable, Hashable {
        let character: Character
        let probability: Double
        let glare: Double
    }

    /// The field's name.
    let field: String
    /// The characters from left to right.
    let places: [Place]
    /// The least lead of a choice over the second, places that hold nothing included; logarithm of the odds.
    let margin: Double
    /// The probability of the least sure place, 0…1.
    let probability: Double

    /// Judges the places of a row.
    ///
    /// - Parameter scale: How much the evidence bears, 1 for frames that err independently.
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

    /// The text with `_` for what is not sure and a space for what glare hides.
    func partial(_ rules: VoteRules) -> String {
        String(
            places.map { place in
                if place.probability >= rules.sureCharacter { return place.character }
                return place.glare >= rules.hiddenCell ? " " : "_"
            }
        )
    }
}
