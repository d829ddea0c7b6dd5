import DisplayLayouts
import Pixels

/// Signs of another meter in view, from the first pass over the whole region and from a closer one around the reading.
struct Elsewhere {
    /// The minimum height of another meter's number, in heights of the reading; anything smaller is print.
    private static let leastNumber = 0.2
    /// The minimum area of the display around another meter's number, in areas of the number.
    ///
    /// Print has no display around it, or one as small as the print.
    private static let leastPanel = 2.0

    /// The rows that the finder was sure of.
    let rows: [RowCandidate]
    /// The display areas according to the finder, with or without rows.
    let displays: [OrientedBox]
    /// The numbers that a closer pass read outside the reading.
    var numbers: [RowReading] = []

    /// The confidence that there is no other meter, 0…1.
    ///
    /// A display without any row is a button or a part of a device, and a number without a display around it is print.
    func alone(_ chosen: [OrientedBox]) -> Double {
        let own = own(chosen)
        let row = beside(chosen, rows: rows).map { row in
            row.score * row.inside * min(1.5 * row.box.height / max(own.highest, 1), 1)
        }
        let size = own.displays.map { $0.width * $0.height }.max() ?? own.around.width * own.around.height
        let shown = (rows.map(\.box) + numbers.map(\.box)).filter { own.isBeside($0.center) }
        let display = displays.filter { display in
            own.isBeside(display.center) && !display.contains(own.around.center)
                && shown.contains { display.contains($0.center) }
        }.map { display in
            0.7 * min(display.width * display.height / max(size, 1), 1)
        }
        let number = numbers.filter { $0.box.height > Self.leastNumber * own.highest && isShown($0, beside: own) }.map {
            row in
            let digits = row.text.count(where: \.isNumber)
            return digits < 2 ? 0 : row.probability * min(row.inside * Double(digits - 1) / 2, 1)
        }
        return 1 - min((row + display + number).max() ?? 0, 1)
    }

    /// The rows that belong neither to the chosen ones nor to their display.
    func beside(_ chosen: [OrientedBox], rows: [RowCandidate]) -> [RowCandidate] {
        let own = own(chosen)
        return rows.filter { own.isBeside($0.box.center) }
    }

    /// Whether a number is on a display other than the reading's.
    private func isShown(_ number: RowReading, beside own: OwnPlace) -> Bool {
        guard let panel = number.panel else { return false }
        return panel.width * panel.height >= Self.leastPanel * number.box.width * number.box.height
            && !panel.contains(own.around.center)
    }

    private func own(_ chosen: [OrientedBox]) -> OwnPlace {
        OwnPlace(chosen, displays: displays.filter { display in chosen.contains { display.contains($0.center) } })
    }

    /// The place of a reading.
    private struct OwnPlace {
        /// The height of the highest row, in pixels.
        let highest: Double
        let around: OrientedBox
        /// Its display areas according to the finder.
        let displays: [OrientedBox]

        init(_ chosen: [OrientedBox], displays: [OrientedBox]) {
            highest = chosen.map(\.height).max() ?? 0
            around = RowGroups.box(around: chosen).grown(along: 0.8 * highest, across: 0.6 * highest)
            self.displays = displays
        }

        func isBeside(_ point: Point) -> Bool {
            !around.contains(point) && !displays.contains { $0.contains(point) }
        }
    }
}

/// Whether other rows form a second full reading, such as of another display in the photo.
struct OtherDisplays {
    /// True if they form one.
    let showFullReading: Bool

    /// Evaluates the rows that are apart from the reading.
    init(_ rows: [RowReading], reading: LayoutReading, layouts: [DisplayLayout]) {
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
        // The other meter may be of another kind; then only a large, clearly read number reveals it.
        let clear = others.filter { $0.box.height > 0.5 * highest && $0.probability > 0.6 && $0.score > 0.7 }
        let number = LayoutFit(clear.filter { $0.display != nil }, layouts: [.standard(.any)], unit: nil)
        showFullReading = fit.best.first.map { $0.log > -6 } ?? false || !number.best.isEmpty
    }
}
