import DisplayLayouts
import Pixels

/// Assigns rows and their strings to the fields of layouts: the likeliest assignment and its rivals.
struct LayoutFit {
    /// Rows that are tried, the largest and surest of all.
    static let mostRows = 8
    /// Strings with their meaning that are tried for a field of a row.
    static let mostChoices = 5
    /// What a reading costs for each 1 of a text's penalty, of an arrangement's, and for a point that was not seen.
    static let cost = (text: 4.0, arrangement: 8.0, point: 3.0)

    let rows: [RowReading]
    let geometry: RowGeometry
    let unit: String?
    private(set) var best: [LayoutReading] = []

    /// Fits rows to layouts.
    init(_ rows: [RowReading], layouts: [DisplayLayout], unit: String?) {
        self.rows = rows
        self.unit = unit
        geometry = RowGeometry(rows.map(\.box))
        for layout in layouts {
            for arrangement in layout.arrangements { add(arrangement, of: layout) }
        }
        best.sort { $0.log > $1.log }
    }

    /// Tries all ways to give rows to the fields of an arrangement.
    private mutating func add(_ arrangement: DisplayArrangement, of layout: DisplayLayout) {
        let fields = layout.fields(of: arrangement)
        let count = min(rows.count, Self.mostRows)
        // A meter that is set to kilograms shows no stones.
        guard knows(fields) || !knows(layout.fields) else { return }
        guard fields.count == arrangement.keys.count, !fields.isEmpty, fields.count <= count else { return }
        let choices = fields.map { field in (0..<count).map { self.choices(of: $0, as: field) } }
        extend([], arrangement, layout, fields, choices, count)
    }

    /// Whether some field has the unit that is told.
    private func knows(_ fields: [DisplayField]) -> Bool {
        guard let told = unit.flatMap({ DisplayUnit.named($0) }) else { return true }
        return fields.contains { $0.rule(for: told) != nil }
    }

    private mutating func extend(
        _ taken: [Int],
        _ arrangement: DisplayArrangement,
        _ layout: DisplayLayout,
        _ fields: [DisplayField],
        _ choices: [[[FieldChoice]]],
        _ count: Int
    ) {
        guard taken.count < fields.count else {
            let lines = split(taken, arrangement)
            let heights = zip(fields, taken).compactMap { field, row in
                layout.heights[field.key].map { (row: row, range: $0) }
            }
            let cost = geometry.log(of: lines, heights: heights) - Self.cost.arrangement * arrangement.penalty
            let options = zip(choices, taken).map { $0[$1] }
            combine(options, layout, fields, taken, cost)
            return
        }
        for row in 0..<count where !choices[taken.count][row].isEmpty && fits(row, after: taken, arrangement) {
            extend(taken + [row], arrangement, layout, fields, choices, count)
        }
    }

    /// Takes the best strings of each row that keep the layout's relations together.
    private mutating func combine(
        _ options: [[FieldChoice]],
        _ layout: DisplayLayout,
        _ fields: [DisplayField],
        _ taken: [Int],
        _ geometry: Double
    ) {
        let left = leftOver(taken)
        var combinations: [[FieldChoice]] = [[]]
        for option in options { combinations = combinations.flatMap { begun in option.map { begun + [$0] } } }
        for choices in combinations where holds(choices, layout, fields) {
            let log = choices.reduce(geometry + left) { $0 + $1.log }
            keep(LayoutReading(layout: layout, fields: fields, choices: choices, geometry: geometry, log: log))
        }
    }

    /// Keeps a reading where it is the best with its values.
    private mutating func keep(_ reading: LayoutReading) {
        let values = reading.values
        if let same = best.firstIndex(where: { $0.values == values }) {
            if best[same].log < reading.log { best[same] = reading }
        } else {
            best.append(reading)
        }
        guard best.count > 24 else { return }
        best.sort { $0.log > $1.log }
        best.removeLast(12)
    }
}
