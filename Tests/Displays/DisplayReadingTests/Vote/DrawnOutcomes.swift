import DisplayReading
import Pixels
import SeededRandom
import VitalRecords

/// A reader's outcomes for a sequence of frames, from a seed; errors are as frequent as the confidence states.
struct DrawnOutcomes {
    /// What the display shows, by field.
    var truth: [(field: String, text: String)]
    /// Whether the camera does not move, so that frames look the same and have the same errors.
    var isStill = false
    /// The share of a character that a reflection covers while it moves across the digits; nil without a reflection.
    var covered: ClosedRange<Double>?
    /// Whether the reflection rests on one character.
    var restsOnOne = false
    private var random: SplitMix64
    private var number = 0
    private var last: (rows: [RowGuess], confidence: Double)?
    private let still: FrameSignature
    /// The reflection's first place.
    private let start: Int

    /// The characters that each character is mistaken for.
    private static let taken: [Character: [Character]] = [
        "0": ["8", "6", "9"], "1": ["7", "4"], "2": ["3", "7"], "3": ["9", "8", "2"], "4": ["9", "1"],
        "5": ["6", "9"], "6": ["5", "8"], "7": ["1", "2"], "8": ["0", "6", "9"], "9": ["8", "5", "3"], ".": [":"],
    ]

    init(seed: UInt64, truth: [(field: String, text: String)]) {
        random = SplitMix64(seed: seed)
        self.truth = truth
        still = Self.view(&random)
        start = Int(seed % 16)
    }

    /// A reading of a blood-pressure monitor, glucose meter or thermometer.
    static func truth(seed: UInt64) -> [(field: String, text: String)] {
        var random = SplitMix64(seed: seed, stream: 1)
        switch seed % 3 {
        case 0:
            return [
                ("sys", "\(Int.random(in: 90...180, using: &random))"),
                ("dia", "\(Int.random(in: 40...89, using: &random))"),
                ("pul", "\(Int.random(in: 45...130, using: &random))"),
            ]
        case 1:
            let (whole, tenth) = (Int.random(in: 2...25, using: &random), Int.random(in: 0...9, using: &random))
            return [("glucose", "\(whole).\(tenth)")]
        default:
            let (whole, tenth) = (Int.random(in: 35...39, using: &random), Int.random(in: 0...9, using: &random))
            return [("value", "\(whole).\(tenth)")]
        }
    }

    /// The next frame, 100 ms after the last one.
    mutating func next(confidences: ClosedRange<Double> = 0.6...0.98) -> FrameObservation {
        defer { number += 1 }
        let repeats = isStill && last != nil
        let (rows, confidence) = repeats ? (last?.rows ?? [], last?.confidence ?? 0) : drawn(confidences)
        last = (rows, confidence)
        let view = isStill ? still : Self.view(&random)
        return FrameObservation(
            number: number,
            time: .milliseconds(100 * number),
            rows: rows,
            confidence: confidence,
            doubts: confidence > 0.6 ? [] : [.unsure],
            signature: view
        )
    }

    private mutating func drawn(_ confidences: ClosedRange<Double>) -> ([RowGuess], Double) {
        let confidence = Double.random(in: confidences, using: &random)
        var texts = truth.map { Array($0.text) }
        if Double.random(in: 0..<1, using: &random) > confidence { spoil(&texts) }
        let spot = hide(in: &texts)
        let rows = zip(truth, texts).enumerated().map { index, row in
            let glare = spot?.row == index ? spot?.share ?? 0 : 0
            let cells = row.1.enumerated().compactMap { guess($1, confidence, glare: $0 == spot?.place ? glare : 0) }
            return RowGuess(field: row.0.field, cells: cells, glare: glare / Double(max(cells.count, 1)))
        }
        return (rows, confidence)
    }

    /// Covers one character for two frames; the reader may confidently mistake it for another.
    private mutating func hide(in texts: inout [[Character]]) -> (row: Int, place: Int, share: Double)? {
        guard let covered else { return nil }
        let share = Double.random(in: covered, using: &random)
        let count = texts.reduce(0) { $0 + $1.count }
        var place = restsOnOne ? start % max(count, 1) : (number / 2 + start) % (2 * count + 2)
        for row in texts.indices {
            guard place >= texts[row].count else {
                let isTaken = Double.random(in: 0..<1, using: &random) < share
                if isTaken, let other = Self.taken[texts[row][place]]?.first { texts[row][place] = other }
                return (row, place, share)
            }
            place -= texts[row].count
        }
        return nil
    }

    /// Makes one error: mostly a wrong digit, sometimes a missing or an extra one.
    private mutating func spoil(_ texts: inout [[Character]]) {
        let row = Int.random(in: 0..<texts.count, using: &random)
        let place = Int.random(in: 0..<texts[row].count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: texts[row].remove(at: place)
        case 1: texts[row].insert("1", at: place)
        default:
            texts[row][place] = Self.taken[texts[row][place]]?.randomElement(using: &random) ?? "0"
        }
    }

    private mutating func guess(_ character: Character, _ confidence: Double, glare: Double) -> CellGuess? {
        let probability = Double.random(in: min(max(confidence, 0.7), 0.9985)...0.9995, using: &random)
        let other = Self.taken[character]?.randomElement(using: &random) ?? "0"
        return CellGuess(
            [.init(character, probability: probability), .init(other, probability: (1 - probability) * 0.8)],
            glare: glare
        )
    }

    /// A unique view of a display.
    private static func view(_ random: inout SplitMix64) -> FrameSignature {
        let pixels = (0..<24 * 16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let image = GrayImage(width: 24, height: 16, pixels: pixels)
        return FrameSignature(image ?? GrayImage(width: 24, height: 16, filledWith: 0))
    }
}
