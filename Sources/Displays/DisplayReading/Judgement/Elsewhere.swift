import DisplayLayouts
import Pixels

/// What the first look saw of the whole region, and a nearer one beside the reading: where there are signs of another meter
/// than the one that was read.
struct Elsewhere {
    /// How high a number of another meter is at least, in heights of the reading: what is smaller is print.
    private static let leastNumber = 0.2

    /// The rows that the finder was sure of.
    let rows: [RowCandidate]
    /// What it took for displays, with or without rows.
    let displays: [OrientedBox]
    /// What a nearer look read beside the reading.
    var numbers: [RowReading] = []

    /// How surely no other meter is there, 0…1: 0 where rows as large stand on a display that shows none of the chosen.
    func alone(_ chosen: [OrientedBox]) -> Double {
        let own = own(chosen)
        let row = beside(chosen, rows).map { row in
            row.score * row.inside * min(1.5 * row.box.height / max(own.highest, 1), 1)
        }
        let size = own.displays.map { $0.width * $0.height }.max() ?? own.around.width * own.around.height
        let display = displays.filter { own.isBeside($0.center) && !$0.contains(own.around.center) }.map { display in
            0.7 * min(display.width * display.height / max(size, 1), 1)
        }
        let number = numbers.filter { $0.box.height > Self.leastNumber * own.highest }.map { row in
            let digits = row.text.count(where: \.isNumber)
            return digits < 2 ? 0 : row.probability * min(row.inside * Double(digits - 1) / 2, 1)
        }
        return 1 - min((row + display + number).max() ?? 0, 1)
    }

    /// The rows that stand beside the chosen ones and their display.
    func beside(_ chosen: [OrientedBox], _ rows: [RowCandidate]) -> [RowCandidate] {
        let own = own(chosen)
        return rows.filter { own.isBeside($0.box.center) }
    }

    private func own(_ chosen: [OrientedBox]) -> OwnPlace {
        OwnPlace(chosen, displays.filter { display in chosen.contains { display.contains($0.center) } })
    }

    /// Where a reading stands.
    private struct OwnPlace {
        /// The height of the highest row, in pixels.
        let highest: Double
        let around: OrientedBox
        /// What the finder took for its display.
        let displays: [OrientedBox]

        init(_ chosen: [OrientedBox], _ displays: [OrientedBox]) {
            highest = chosen.map(\.height).max() ?? 0
            around = RowGroups.box(around: chosen).grown(along: 0.8 * highest, across: 0.6 * highest)
            self.displays = displays
        }

        func isBeside(_ point: Point) -> Bool {
            !around.contains(point) && !displays.contains { $0.contains(point) }
        }
    }
}

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
