package import Pixels

extension DisplayMeasurement {
    /// The place of each character, from left to right; a point takes about a third of a digit's width.
    package var places: [OrientedBox] {
        var left = -box.width / 2
        return widths.map { width in
            defer { left += width * digitWidth }
            return place(at: left + width * digitWidth / 2, width: width * digitWidth)
        }
    }

    /// The places of one more digit at the ends where one would make a value too.
    var placesBeside: [OrientedBox] {
        let ends = [(OpenEnds.front, -1.0), (.back, 1)].filter { openEnds.contains($0.0) }
        return ends.map { place(at: $0.1 * (box.width + digitWidth) / 2, width: digitWidth) }
    }

    private var widths: [Double] { characters.map { ".:".contains($0.character) ? 0.35 : 1 } }

    private var digitWidth: Double { box.width / max(widths.reduce(0, +), 1) }

    private func place(at along: Double, width: Double) -> OrientedBox {
        OrientedBox(center: box.point(along: along, across: 0), width: width, height: box.height, angle: box.angle)
    }
}
