import DisplayLayouts
import Pixels

/// Unused numbers on the reading's display that could be one of its values, such as an average or a stored pulse.
struct SecondNumbers {
    /// The ratio of heights to the value's row in which a number is as likely to be the value.
    private static let heights = 0.6...1.67
    /// The minimum probability of the number's text.
    private static let clear = 0.5

    private let reading: LayoutReading
    private let rows: [RowReading]
    private let unused: [RowReading]
    private let unit: DisplayUnit?

    /// Prepares to compare a reading with the rows around it.
    ///
    /// - Parameters:
    ///   - rows: The rows of the reading's pass.
    ///   - others: More rows on the display, which no field needed.
    init(_ reading: LayoutReading, rows: [RowReading], others: [RowReading] = [], unit: String?) {
        self.reading = reading
        self.rows = rows
        let own = Set(reading.choices.map(\.row))
        unused = rows.indices.filter { !own.contains($0) }.map { rows[$0] } + others
        self.unit = unit.flatMap { DisplayUnit.named($0) }
    }

    /// Whether there is one.
    var exist: Bool {
        let chosen = reading.choices.map { rows[$0.row] }
        return unused.contains { row in
            guard row.probability > Self.clear, row.text.count(where: \.isNumber) > 1,
                !chosen.contains(where: { RowGroups.isSame($0.box, and: row.box) })
            else { return false }
            return zip(reading.fields, chosen).contains { field, own in
                Self.heights.contains(row.box.height / max(own.box.height, 1)) && Self.shareDisplay(row, and: own)
                    && DisplayGrammar.interpret(row.text, as: field, unit: told(field)).contains { !$0.isPointRestored }
            }
        }
    }

    /// The unit for a field that has it.
    private func told(_ field: DisplayField) -> DisplayUnit? {
        unit.flatMap { field.rule(for: $0) == nil ? nil : $0 }
    }

    /// Whether two rows are on one display.
    private static func shareDisplay(_ row: RowReading, and own: RowReading) -> Bool {
        if row.display != nil, row.display == own.display { return true }
        return own.panel?.contains(row.box.center) ?? false || row.panel?.contains(own.box.center) ?? false
    }
}
