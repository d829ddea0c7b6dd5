import DisplayLayouts
import Pixels

/// The assignment of rows and their strings to the fields of layouts: the likeliest one and its rivals.
struct LayoutFit {
    /// The limit of rows that are tried, beginning with the largest and surest.
    static let mostRows = 8
    /// The limit of interpretations that are tried for a field and a row.
    static let mostChoices = 5
    /// The costs of a text's penalty of 1, an arrangement's penalty of 1, and a restored decimal point.
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

    /// Tries all assignments of rows to the fields of an arrangement.
    private mutating func add(_ arrangement: DisplayArrangement, of layout: DisplayLayout) {
        let fields = layout.fields(of: arrangement)
        let count = min(rows.count, Self.mostRows)
        // A meter set to kilograms does not show stones.
        guard knows(fields) || !knows(layout.fields) else { return }
        guard fields.count == arrangement.keys.count, !fields.isEmpty, fields.count <= count else { return }
        let choices = fields.map { field in (0..<count).map { self.choices(of: $0, as: field) } }
        extend([], arrangement: arrangement, layout: layout, fields: fields, choices: choices, count: count)
    }

    /// Whether a field has the given unit.
    private func knows(_ fields: [DisplayField]) -> Bool {
        guard let told = unit.flatMap({ DisplayUnit.named($0) }) else { return true }
        return fields.contains { $0.rule(for: told) != nil }
    }

    private mutating func extend(
        _ taken: [Int],
        arrangement: DisplayArrangement,
        layout: DisplayLayout,
        fields: [DisplayField],
        choices: [[[FieldChoice]]],
        count: Int
    ) {
        guard taken.count < fields.count else {
            let lines = split(taken, arrangement: arrangement)
            let heights = zip(fields, taken).compactMap { field, row in
                (arrangement.heights[field.key] ?? layout.heights[field.key]).map { (row: row, range: $0) }
            }
            let cost = geometry.log(of: lines, heights: heights) - Self.cost.arrangement * arrangement.penalty
            let options = zip(choices, taken).map { $0[$1] }
            combine(options, layout: layout, fields: fields, taken: taken, geometry: cost)
            return
        }
        for row in 0..<count
        where !choices[taken.count][row].isEmpty && fits(row, after: taken, arrangement: arrangement) {
            extend(
                taken + [row],
                arrangement: arrangement,
                layout: layout,
                fields: fields,
                choices: choices,
                count: count
            )
        }
    }

    /// Combines the best strings of the rows that satisfy the layout's relations.
    private mutating func combine(
        _ options: [[FieldChoice]],
        layout: DisplayLayout,
        fields: [DisplayField],
        taken: [Int],
        geometry: Double
    ) {
        let left = leftOver(taken)
        var combinations: [[FieldChoice]] = [[]]
        for option in options { combinations = combinations.flatMap { begun in option.map { begun + [$0] } } }
        for choices in combinations where holds(choices, layout: layout, fields: fields) {
            let log = choices.reduce(geometry + left) { $0 + $1.log }
            keep(LayoutReading(layout: layout, fields: fields, choices: choices, geometry: geometry, log: log))
        }
    }

    /// Keeps a reading if it is the best with its values.
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

extension LayoutFit {
    /// The strings of a row that are values of a field, the likeliest first.
    func choices(of row: Int, as field: DisplayField) -> [FieldChoice] {
        let told = unit.flatMap { DisplayUnit.named($0) }.flatMap { field.rule(for: $0) == nil ? nil : $0 }
        let seen = logarithm(rows[row].score)
        return rows[row].strings.enumerated().flatMap { index, string in
            DisplayGrammar.interpret(string.text, as: field, unit: told).prefix(2).map { reading in
                let restored = reading.isPointRestored ? Self.cost.point : 0
                let log = string.log + seen - Self.cost.text * reading.penalty - restored
                return FieldChoice(row: row, string: index, reading: reading, log: log)
            }
        }
        .sorted { $0.log > $1.log }.prefix(Self.mostChoices).map(\.self)
    }

    /// True if a row can be at the position of the arrangement's next field.
    func fits(_ row: Int, after taken: [Int], arrangement: DisplayArrangement) -> Bool {
        guard !taken.contains(where: { $0 == row || geometry.overlaps($0, and: row) }) else { return false }
        guard let last = taken.last else { return true }
        var line = 0
        var place = taken.count
        while place >= arrangement.lines[line].count {
            place -= arrangement.lines[line].count
            line += 1
        }
        if place > 0 { return geometry.isBeside(row, first: last) }
        let above = arrangement.lines[line - 1].count
        return taken.suffix(above).allSatisfy { geometry.isBelow(row, first: $0) }
    }

    /// Splits rows into the arrangement's lines.
    func split(_ taken: [Int], arrangement: DisplayArrangement) -> [[Int]] {
        var rest = taken[...]
        return arrangement.lines.map { line in
            defer { rest = rest.dropFirst(line.count) }
            return Array(rest.prefix(line.count))
        }
    }

    /// The cost of unassigned rows that look like values.
    func leftOver(_ taken: [Int]) -> Double {
        let heights = taken.map { geometry.rows[$0].height }
        guard let lowest = heights.min(), let highest = heights.max() else { return 0 }
        var cost = 0.0
        for row in rows.indices where !taken.contains(row) {
            guard !taken.contains(where: { geometry.overlaps($0, and: row) }) else { continue }
            let height = geometry.rows[row].height
            guard height > 0.6 * lowest, rows[row].text.contains(where: \.isNumber) else { continue }
            let size = height > 0.85 * highest ? 5.0 : 2.0
            cost += size * rows[row].score * (0.4 + 0.6 * rows[row].probability.squareRoot())
        }
        return -cost
    }

    /// True if the values satisfy the layout's relations.
    func holds(_ choices: [FieldChoice], layout: DisplayLayout, fields: [DisplayField]) -> Bool {
        var units: [String: FieldReading] = [:]
        for (field, choice) in zip(fields, choices) { units[field.key] = choice.reading }
        return layout.relations.allSatisfy { relation in
            guard let greater = units[relation.greater], let smaller = units[relation.smaller] else { return true }
            return greater.unit == smaller.unit
                && relation.holds(greater.value, lower: smaller.value, unit: greater.unit)
        }
    }
}
