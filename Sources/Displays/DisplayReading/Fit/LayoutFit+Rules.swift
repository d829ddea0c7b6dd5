import DisplayLayouts

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

    /// True where a row can stand where the arrangement has the next field.
    func fits(_ row: Int, after taken: [Int], _ arrangement: DisplayArrangement) -> Bool {
        guard !taken.contains(where: { $0 == row || geometry.overlaps($0, row) }) else { return false }
        guard let last = taken.last else { return true }
        var line = 0
        var place = taken.count
        while place >= arrangement.lines[line].count {
            place -= arrangement.lines[line].count
            line += 1
        }
        if place > 0 { return geometry.isBeside(row, last) }
        let above = arrangement.lines[line - 1].count
        return taken.suffix(above).allSatisfy { geometry.isBelow(row, $0) }
    }

    /// Rows by the arrangement's lines.
    func split(_ taken: [Int], _ arrangement: DisplayArrangement) -> [[Int]] {
        var rest = taken[...]
        return arrangement.lines.map { line in
            defer { rest = rest.dropFirst(line.count) }
            return Array(rest.prefix(line.count))
        }
    }

    /// What it costs to leave rows over that look like values.
    func leftOver(_ taken: [Int]) -> Double {
        let heights = taken.map { geometry.rows[$0].height }
        guard let lowest = heights.min(), let highest = heights.max() else { return 0 }
        var cost = 0.0
        for row in rows.indices where !taken.contains(row) {
            guard !taken.contains(where: { geometry.overlaps($0, row) }) else { continue }
            let height = geometry.rows[row].height
            guard height > 0.6 * lowest, rows[row].text.contains(where: \.isNumber) else { continue }
            let size = height > 0.85 * highest ? 5.0 : 2.0
            cost += size * rows[row].score * (0.4 + 0.6 * rows[row].probability.squareRoot())
        }
        return -cost
    }

    /// True where the values keep the layout's relations.
    func holds(_ choices: [FieldChoice], _ layout: DisplayLayout, _ fields: [DisplayField]) -> Bool {
        var units: [String: FieldReading] = [:]
        for (field, choice) in zip(fields, choices) { units[field.key] = choice.reading }
        return layout.relations.allSatisfy { relation in
            guard let greater = units[relation.greater], let smaller = units[relation.smaller] else { return true }
            return greater.unit == smaller.unit && relation.holds(greater.value, smaller.value, unit: greater.unit)
        }
    }
}
