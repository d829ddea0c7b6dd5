import DisplayLayouts
import Pixels
import VitalRecords

/// Collects the evidence for a reading.
struct Judgement {
    let rows: [RowReading]
    let fit: LayoutFit
    let reading: LayoutReading
    let elsewhere: Elsewhere
    /// The places and the shape of each choice's characters; nil if its crop cannot show them.
    private let shown: [(places: CharacterPlaces, shape: RowShape)?]

    /// Prepares to judge a reading.
    init(rows: [RowReading], fit: LayoutFit, reading: LayoutReading, elsewhere: Elsewhere) {
        (self.rows, self.fit, self.reading, self.elsewhere) = (rows, fit, reading, elsewhere)
        shown = reading.choices.map { choice in
            let row = rows[choice.row]
            let places = row.crops.first.flatMap { CharacterPlaces(of: row.strings[choice.string].classes, in: $0) }
            return places.map { ($0, RowShape(of: $0)) }
        }
    }

    /// The evidence of the reading.
    var evidence: Evidence {
        var evidence = Evidence()
        let chosen = reading.choices.map { (row: rows[$0.row], string: rows[$0.row].strings[$0.string]) }
        let characters = chosen.map { Self.characters($0.row, string: $0.string) }
        let probabilities = characters.flatMap { $0.map(\.probability) }
        evidence.lowestCharacter = probabilities.min() ?? 0
        let logs = probabilities.reduce(0) { $0 + logarithm($1) }
        evidence.meanCharacter = probabilities.isEmpty ? 0 : exponential(logs / Double(probabilities.count))
        evidence.stringMargin = chosen.map { Self.margin(of: $0.string, in: $0.row) }.min() ?? 0
        evidence.cropAgreement = chosen.map { Self.agreement(of: $0.string, in: $0.row) }.min() ?? 0
        evidence.finderScore = chosen.map(\.row.score).min() ?? 0
        evidence.geometry = exponential(reading.geometry / 2)
        evidence.grammar = grammar
        evidence.plausibility = plausibility
        evidence.rivalMargin = rivalMargin
        evidence.explained = exponential(fit.leftOver(reading.choices.map(\.row)))
        let crops = chosen.compactMap { $0.row.crops.first?.image }
        evidence.sharpness = crops.map(CropLook.sharpness).min() ?? 0
        evidence.contrast = crops.map(CropLook.contrast).min() ?? 0
        evidence.inside = chosen.map(\.row.inside).min() ?? 0
        let digits = chosen.reduce(0) { $0 + $1.string.text.count { $0.isNumber } }
        evidence.form = chosen.count > 1 ? 1 : min(Double(digits) / 4, 1)
        evidence.completeness = reading.isComplete ? 1 : 0
        evidence.steadiness = chosen.map(\.row.steadiness).min() ?? 0
        evidence.reach = chosen.map(\.row.reach).min() ?? 0
        let shown = shown.compactMap(\.self)
        evidence.segments = shown.map { SegmentSampler.agreement(of: $0.places) }.min() ?? 0.5
        evidence.rhythm = shown.map(\.shape.rhythm).min() ?? 0
        evidence.evenness = shown.map(\.shape.evenness).min() ?? 0
        evidence.constraint = constraint
        evidence.pointClarity = pointClarity
        evidence.alone = elsewhere.alone(chosen.map(\.row.box))
        return evidence
    }

    /// Whether the last digit after a point may be the symbol of a unit, such as in `36.8 °C`.
    ///
    /// The value without it would also be valid, and it does not look like the other digits, or is one more decimal
    /// than thermometers usually show.
    var endsWithSymbol: Bool {
        zip(zip(reading.fields, reading.choices), shown).contains { value, shown in
            let isUnlike = shown.map { $0.shape.tail < Self.likeTail } ?? false
            return (isUnlike || value.0.metric == .bodyTemperature && value.1.reading.value.fractionDigits > 1)
                && Misreadings.mayEndWithSymbol(value.1.reading.text, as: value.0, unit: unit)
        }
    }

    /// The minimum similarity of a last digit to the other digits.
    private static let likeTail = 0.75

    /// The characters of a row's string, each with its lowest probability over the crops.
    static func characters(_ row: RowReading, string: ScoredString) -> [CharacterGuess] {
        let guesses = row.crops.map { $0.lattice.guesses(of: string.classes) }
        guard let first = guesses.first, let second = guesses.dropFirst().first else { return guesses.first ?? [] }
        guard first.count == second.count else { return first }
        return zip(first, second).map { $0.probability < $1.probability ? $0 : $1 }
    }

    private static func margin(of string: ScoredString, in row: RowReading) -> Double {
        let others = row.strings.filter { $0.classes != string.classes }.map(\.log)
        guard let next = others.max() else { return 1 }
        return min(max(1 - exponential(next - string.log), 0), 1)
    }

    private static func agreement(of string: ScoredString, in row: RowReading) -> Double {
        guard row.crops.count > 1 else { return 0 }
        return row.crops.map { exponential($0.lattice.logProbability(of: string.classes)) }.min() ?? 0
    }

    /// 1 for texts in the display's format; restored points and unusual digit counts lower it.
    private var grammar: Double {
        reading.choices.map { max(0, 1 - $0.reading.penalty - ($0.reading.isPointRestored ? 0.5 : 0)) }.min() ?? 0
    }

    private var unit: DisplayUnit? { fit.unit.flatMap { DisplayUnit.named($0) } }

    private var pointClarity: Double {
        let doubtful = zip(reading.fields, reading.choices).filter { field, choice in
            Misreadings.mayHaveLostPoint(choice.reading.text, as: field, unit: unit)
        }
        return doubtful.compactMap { rows[$0.1.row].crops.first?.image }
            .map { min(CropLook.sharpness($0), CropLook.contrast($0)) }.min() ?? 1
    }

    private var constraint: Double {
        let noticed = zip(reading.fields, reading.choices).map { field, choice in
            Misreadings.noticed(choice.reading.text, as: field, unit: unit)
        }
        return noticed.reduce(0, +) / Double(max(noticed.count, 1))
    }

    /// The share of values in the usual range.
    private var plausibility: Double {
        let usual = zip(reading.fields, reading.choices).filter { field, choice in
            field.rule(for: choice.reading.unit)?.usual.contains(choice.reading.value) ?? true
        }
        return Double(usual.count) / Double(max(reading.choices.count, 1))
    }

    /// The lead over the best reading with other values.
    private var rivalMargin: Double {
        let values = reading.values
        guard let rival = fit.best.first(where: { $0.values != values }) else { return 1 }
        return min(max(1 - exponential(rival.log - reading.log), 0), 1)
    }
}
