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

    /// The confidence that no adjacent characters belong to the row, 0…1.
    var reach = 0.0
    /// Additional digits that a wide crop shows next to the chosen string's; nil if it shows none.
    var beyond: DigitsBeyond?
    /// The probability of the chosen string in a slightly turned crop, 0…1; 1 if not tested.
    var steadiness = 1.0

    /// The likeliest string's text.
    var text: String { strings.first?.text ?? "" }
    /// The likeliest string's probability.
    var probability: Double { strings.first.map { $0.probability } ?? 0 }
}

/// Digits that a wide crop shows next to a row's own.
struct DigitsBeyond: Sendable {
    /// The probability of the longer string, 0…1.
    let probability: Double
    /// The places of the digits, in the photo's pixels.
    let places: [Point]

    /// Compares the likeliest string of a wide crop with the row's; nil unless it contains the row's digits and more.
    init?(_ string: ScoredString, than taken: [UInt8], in wide: ReadCrop) {
        let (own, all) = (Self.digits(taken), Self.digits(string.classes))
        guard all.count > own.count, !own.isEmpty, let spans = wide.lattice.alignment(of: string.classes),
            let start = (0...all.count - own.count).first(where: { start in
                own.indices.allSatisfy { taken[own[$0]] == string.classes[all[start + $0]] }
            })
        else { return nil }
        probability = string.probability
        places = all.indices.filter { $0 < start || $0 >= start + own.count }.map { index in
            let span = spans[all[index]]
            let along = wide.along(step: (Double(span.lowerBound) + Double(span.upperBound) + 1) / 2)
            return wide.crop.box.point(along: along, across: 0)
        }
    }

    /// The indices of a string's digits.
    private static func digits(_ string: [UInt8]) -> [Int] {
        string.indices.filter { ReaderAlphabet.text([string[$0]]).contains(where: \.isNumber) }
    }

    /// Whether they are outside all given boxes.
    func areOutside(_ boxes: [OrientedBox]) -> Bool {
        places.contains { place in !boxes.contains { $0.contains(place) } }
    }
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
