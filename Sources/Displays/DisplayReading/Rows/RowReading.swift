import Pixels

/// The reading of a row.
struct RowReading: Sendable {
    /// The tight box around the characters.
    var box: OrientedBox
    /// The finder's probability, 0…1.
    var score: Double
    /// The index of the display area that contains it.
    var display: Int?
    /// The finder's probability that it is inside a display, 0…1.
    var inside: Double
    /// The box around the display that contains it; nil if none does.
    var panel: OrientedBox?
    /// The candidate strings, the likeliest first; the logarithms are means over the crops.
    var strings: [ScoredString]
    /// The agreement of the crops on the likeliest string, 0…1.
    var agreement: Double
    /// The network's output for each crop, the usual crop first.
    var crops: [ReadCrop]

    /// The confidence that nothing beside the row belongs to it, 0…1.
    var reach = 0.0
    /// The probability of the chosen string in a crop turned a little, 0…1; 1 if not tested.
    var steadiness = 1.0

    /// The likeliest string's text.
    var text: String { strings.first?.text ?? "" }
    /// The likeliest string's probability.
    var probability: Double { strings.first.map { $0.probability } ?? 0 }
}

/// A row's crop with the output of the reader's network.
struct ReadCrop: Sendable {
    /// The geometry of the crop.
    let crop: RowCrop
    /// The crop's pixels, 32 high.
    let image: GrayImage
    /// The candidate characters.
    let lattice: CharacterLattice

    /// The crop's pixels per step of the lattice.
    var stride: Double { Double(image.width) / Double(lattice.steps) }

    /// The position of a step along the row, in the photo's pixels from the centre of the crop.
    func along(step: Double) -> Double {
        (step * stride / Double(max(image.width, 1)) - 0.5) * crop.grown.width
    }
}
