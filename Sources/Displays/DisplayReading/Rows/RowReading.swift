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
