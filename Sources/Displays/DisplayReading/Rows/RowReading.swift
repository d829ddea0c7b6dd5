import Pixels

/// What was read in a row's place.
struct RowReading: Sendable {
    /// Tight around the characters.
    var box: OrientedBox
    /// The finder's probability, 0…1.
    var score: Double
    /// Which of the display areas in view holds it.
    var display: Int?
    /// The finder's probability that it lies inside a display, 0…1.
    var inside: Double
    /// What it may show, the likeliest first; the logarithms are means over the crops.
    var strings: [ScoredString]
    /// How far the crops agree on the likeliest string, 0…1.
    var agreement: Double
    /// What the network said of each crop, the usual crop first.
    var crops: [ReadCrop]

    /// How surely nothing more stands beside the row that belongs to it, 0…1.
    var reach = 0.0
    /// The probability of the taken string in a cut that is turned a little, 0…1; 1 where nobody looked.
    var steadiness = 1.0

    /// The likeliest string's text.
    var text: String { strings.first?.text ?? "" }
    /// The likeliest string's probability.
    var probability: Double { strings.first.map { $0.probability } ?? 0 }
}

/// A cut out row with what the reader's network says of it.
struct ReadCrop: Sendable {
    /// The cut.
    let crop: RowCrop
    /// The cut's pixels, 32 high.
    let image: GrayImage
    /// The characters that it may show.
    let lattice: CharacterLattice

    /// How many of the crop's pixels a step of the lattice spans.
    var stride: Double { Double(image.width) / Double(lattice.steps) }

    /// The place of a step along the row, in the photo's pixels from the middle of the crop.
    func along(step: Double) -> Double {
        (step * stride / Double(max(image.width, 1)) - 0.5) * crop.grown.width
    }
}
