import DisplayLayouts
import Pixels

/// Other rows that form a second reading, such as of another display in the photo.
struct OtherDisplays {
    /// The minimum probability of a row of a second display's reading.
    private static let clear = 0.75

    /// Whether they clearly form a full reading on a display of their own.
    let showFullReading: Bool
    /// Whether they may form one, perhaps on a part of the same display.
    let mayShowReading: Bool

    /// Evaluates the rows that are apart from the reading.
    init(_ rows: [RowReading], reading: LayoutReading, layouts: [DisplayLayout]) {
        let chosen = reading.choices.map { rows[$0.row] }
        let highest = chosen.map(\.box.height).max() ?? 0
        let own = RowGroups.box(around: chosen.map(\.box))
        let around = own.grown(along: 0.8 * highest, across: 0.6 * highest)
        let areas = Set(chosen.compactMap(\.display))
        let others = rows.filter { row in
            guard row.box.height > 0.35 * highest, row.probability > 0.25, row.score > 0.6 else { return false }
            guard !around.contains(row.box.center) else { return false }
            guard row.text.filter(\.isNumber).count >= 2 else { return false }
            return row.display.map { !areas.contains($0) } ?? areas.isEmpty
        }
        mayShowReading = Self.formReading(others, highest: highest, layouts: layouts)
        let clear = others.filter { row in
            row.probability >= Self.clear && row.panel.map { !$0.contains(own.center) } ?? false
        }
        showFullReading = mayShowReading && Self.formReading(clear, highest: highest, layouts: layouts)
    }

    /// Whether rows form a reading of a layout, or a large, clearly read number of another kind of meter.
    private static func formReading(_ rows: [RowReading], highest: Double, layouts: [DisplayLayout]) -> Bool {
        let fit = LayoutFit(rows, layouts: layouts, unit: nil)
        let clear = rows.filter { $0.box.height > 0.5 * highest && $0.probability > 0.6 && $0.score > 0.7 }
        let number = LayoutFit(clear.filter { $0.display != nil }, layouts: [.standard(.any)], unit: nil)
        return fit.best.first.map { $0.log > -6 } ?? false || !number.best.isEmpty
    }
}
