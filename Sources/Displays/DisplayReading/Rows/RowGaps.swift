import Pixels

/// Splits rows with two values side by side, as shown by oximeters.
enum RowGaps {
    /// The ratio of a wide gap to the usual distance of characters.
    ///
    /// A narrow `1` also makes gaps, so the parts are only alternatives to the whole row, and the layout decides.
    static let wide = 1.25

    /// The boxes of the two values; nil if the characters are evenly spaced.
    static func split(_ row: RowReading) -> (left: OrientedBox, right: OrientedBox)? {
        guard let crop = row.crops.first, let best = row.strings.first else { return nil }
        guard best.classes.count >= 3, row.box.width > 1.6 * row.box.height else { return nil }
        guard let spans = crop.lattice.alignment(of: best.classes) else { return nil }
        let places = spans.map { crop.along(step: (Double($0.lowerBound) + Double($0.upperBound) + 1) / 2) }
        let gaps = zip(places.dropFirst(), places).map { $0 - $1 }
        let sorted = gaps.sorted()
        let usual = max(sorted[(sorted.count - 1) / 2], 0.35 * row.box.height)
        guard
            let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }),
            gaps[widest] > wide * usual, gaps[widest] > 0.6 * row.box.height
        else { return nil }
        return (
            part(of: row.box, from: -row.box.width / 2, to: places[widest] + 0.5 * usual),
            part(of: row.box, from: places[widest + 1] - 0.5 * usual, to: row.box.width / 2)
        )
    }

    /// The position of an undetected row: midway between two rows of a column that are a row apart; nil if there is
    /// none.
    static func missing(between rows: [RowReading]) -> RowCandidate? {
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            let pair = RowGeometry([upper.box, lower.box])
            let height = max(pair.rows[0].height, pair.rows[1].height)
            let gap = pair.rows[1].top - pair.rows[0].bottom
            guard pair.isBelow(1, first: 0), (1.0...2.2).contains(gap / height) else { continue }
            let larger = upper.box.width > lower.box.width ? upper : lower
            var box = larger.box
            box.height = height
            box.angle = (upper.box.angle + lower.box.angle) / 2
            box.center = Point(
                x: (upper.box.center.x + lower.box.center.x) / 2,
                y: (upper.box.center.y + lower.box.center.y) / 2
            )
            return RowCandidate(box: box, score: 0.3, display: larger.display, inside: larger.inside)
        }
        return nil
    }

    private static func part(of box: OrientedBox, from start: Double, to end: Double) -> OrientedBox {
        var part = box
        part.center = box.point(along: (start + end) / 2, across: 0)
        part.width = max(end - start, 0.3 * box.height)
        return part
    }
}
