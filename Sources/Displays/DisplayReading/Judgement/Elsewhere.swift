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
    /// The confidence from which no other meter is in view.
    private static let alone = 0.6
    /// The evidence of an unread row by itself, and of one on another display.
    private static let leastRow = (alone: 0.4, onDisplay: 0.25)
    /// The minimum probability of another meter's number.
    private static let clear = 0.75
    /// The minimum height of another meter's row and of its number of two digits, in heights of the reading; of longer
    /// numbers.
    private static let leastHeight = (row: 0.35, number: 0.3)

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
        return 1 - min(([unread(beside: own)] + display + number).max() ?? 0, 1)
    }

    /// Whether another meter probably is in view: a number or a large row apart from the reading, not only a part of a
    /// display or print.
    func showsMeter(beside chosen: [OrientedBox]) -> Bool {
        guard alone(chosen) <= Self.alone else { return false }
        let own = own(chosen)
        let numbers = numbers.filter { own.isBeside($0.box.center) && Self.isClear($0, highest: own.highest) }
        if unread(beside: own) >= Self.leastRow.alone || numbers.contains(where: { isShown($0, beside: own) }) {
            return true
        }
        let large = rows.filter { row in
            own.isBeside(row.box.center) && row.box.height >= Self.leastHeight.row * own.highest
                && row.score * row.inside >= Self.leastRow.onDisplay
        }
        let places = large.map(\.box.center) + numbers.map(\.box.center)
        return displays.contains { display in
            own.isBeside(display.center) && !display.contains(own.around.center)
                && places.contains(where: display.contains)
        }
    }

    /// Whether a row clearly is a number, and as large as another meter's would be.
    private static func isClear(_ number: RowReading, highest: Double) -> Bool {
        let digits = number.text.count(where: \.isNumber)
        guard digits > 1, number.probability >= clear else { return false }
        let least = digits > 2 ? leastHeight.number : leastHeight.row
        return number.text.allSatisfy { $0.isNumber || $0 == "." } && number.box.height >= least * highest
    }

    /// The evidence of unread rows outside a reading's place, 0…1.
    private func unread(beside own: OwnPlace) -> Double {
        rows.filter { own.isBeside($0.box.center) }.map { row in
            row.score * row.inside * min(1.5 * row.box.height / max(own.highest, 1), 1)
        }.max() ?? 0
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
