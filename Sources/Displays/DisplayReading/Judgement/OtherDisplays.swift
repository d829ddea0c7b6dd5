import DisplayLayouts
import Pixels

/// Whether rows beside a reading make another full reading, as of a second display in the photo.
struct OtherDisplays {
    /// True where they do.
    let showFullReading: Bool

    /// Looks at the rows that are no part of a reading and stand apart from it.
    init(_ rows: [RowReading], _ reading: LayoutReading, _ layouts: [DisplayLayout]) {
        let chosen = reading.choices.map { rows[$0.row] }
        let highest = chosen.map(\.box.height).max() ?? 0
        let around = RowGroups.box(around: chosen.map(\.box)).grown(along: 0.8 * highest, across: 0.6 * highest)
        let areas = Set(chosen.compactMap(\.display))
        let others = rows.filter { row in
            guard row.box.height > 0.35 * highest, row.probability > 0.25, row.score > 0.6 else { return false }
            guard !around.contains(row.box.center) else { return false }
            guard row.text.filter(\.isNumber).count >= 2 else { return false }
            return row.display.map { !areas.contains($0) } ?? areas.isEmpty
        }
        let fit = LayoutFit(others, layouts: layouts, unit: nil)
        // The other meter may be of another kind; then only a large number that is clearly read tells of it.
        let clear = others.filter { $0.box.height > 0.5 * highest && $0.probability > 0.6 && $0.score > 0.7 }
        let number = LayoutFit(clear.filter { $0.display != nil }, layouts: [.standard(.any)], unit: nil)
        showFullReading = fit.best.first.map { $0.log > -6 } ?? false || !number.best.isEmpty
    }
}
