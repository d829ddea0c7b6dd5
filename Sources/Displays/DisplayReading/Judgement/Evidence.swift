import Pixels

/// The evidence for a reading, from which its confidence is calibrated.
///
/// Every value is between 0 and 1 and grows with trust, so that each weight should be positive.
package struct Evidence: Sendable, Equatable {
    /// The probability of the least certain character.
    package var lowestCharacter = 0.0
    /// The geometric mean of all characters' probabilities.
    package var meanCharacter = 0.0
    /// The lead of the first string over the second in the least certain row: 1 − the ratio of their probabilities.
    package var stringMargin = 0.0
    /// The share of the rows whose crops were read alike, weighted by their probabilities.
    package var cropAgreement = 0.0
    /// The finder's probability of the least certain row.
    package var finderScore = 0.0
    /// How well sizes and positions of the rows fit the layout.
    package var geometry = 0.0
    /// How well the texts fit the fields: 1 for a perfect fit, less for a restored point or unusual digits.
    package var grammar = 0.0
    /// The lead over the best reading with other values.
    package var rivalMargin = 0.0
    /// Sharpness of the least sharp row's crop.
    package var sharpness = 0.0
    /// Contrast of the faintest row's crop.
    package var contrast = 0.0
    /// 1 if the reading explains every large row; less for each row that it does not use.
    package var explained = 0.0
    /// How well the lit segments match the digits, for the worst digit; 0.5 if there are no segments.
    package var segments = 0.0
    /// The confidence that no row continues beyond its ends, for the least certain row.
    package var reach = 0.0
    /// The finder's probability that all rows are inside a display, for the least certain row.
    package var inside = 0.0
    /// 1 if no field of the layout is missing.
    package var completeness = 0.0
    /// The amount of text: for a single value its digits divided by four, for several values 1.
    ///
    /// A lone `45` may be the number of a stored value; `128`, `84` and `72` in a column are hardly a coincidence.
    package var form = 0.0
    /// How usual the values are for the layout's kind.
    package var plausibility = 0.0

    /// How evenly the digits of a row are spaced, for the worst row.
    package var rhythm = 0.0
    /// How alike the digits of a row are in height and baseline, for the worst row.
    package var evenness = 0.0

    /// The share of common misreadings that the layout would have noticed, 0…1, over all rows.
    package var constraint = 0.0

    /// The confidence that no other meter is in view.
    package var alone = 0.0

    /// The confidence that the least certain row is read the same when it is slightly turned.
    package var steadiness = 0.0

    /// The confidence that a decimal point would have been seen in a row that could have one.
    ///
    /// It is the lesser of sharpness and contrast of that row; 1 if every row shows its point, or its layout would
    /// notice a missing one.
    package var pointClarity = 0.0

    /// Creates empty evidence.
    package init() {}

    /// The names of the values in the order of `values`.
    package static let names = [
        "lowestCharacter", "meanCharacter", "stringMargin", "cropAgreement", "finderScore", "geometry", "grammar",
        "rivalMargin", "sharpness", "contrast", "explained", "segments", "reach",
        "inside", "completeness", "form", "plausibility", "rhythm", "evenness", "constraint", "alone", "steadiness",
        "pointClarity",
    ]

    /// The values in a fixed order.
    package var values: [Double] {
        [
            lowestCharacter, meanCharacter, stringMargin, cropAgreement, finderScore, geometry, grammar, rivalMargin,
            sharpness, contrast, explained, segments, reach, inside, completeness,
            form, plausibility, rhythm, evenness, constraint, alone, steadiness, pointClarity,
        ]
    }
}

/// The appearance of a row's crop, apart from its text.
enum CropLook {
    /// The steepness of edges, 0…1: the largest pixel-to-pixel steps relative to the span from dark to light.
    static func sharpness(_ crop: GrayImage) -> Double {
        let pixels = crop.pixels
        var steps = [Int](repeating: 0, count: 256)
        for row in stride(from: 4, to: crop.height - 4, by: 2) {
            let start = row * crop.width
            for column in 1..<max(crop.width, 1) {
                steps[abs(Int(pixels[start + column]) - Int(pixels[start + column - 1]))] += 1
            }
        }
        let span = 4 * crop.deviation + 8
        return min(Double(quantile(steps, share: 0.95)) / span * 2, 1)
    }

    /// The separation of dark and light, 0…1.
    static func contrast(_ crop: GrayImage) -> Double { min(crop.deviation / 64, 1) }

    private static func quantile(_ counts: [Int], share: Double) -> Int {
        let wanted = Double(counts.reduce(0, +)) * share
        var sum = 0
        for (value, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= wanted { return value }
        }
        return counts.count - 1
    }
}
