import Pixels

/// Which cells of a grid over a part of a picture are covered by glare.
struct GlareGrid: Sendable, Hashable {
    /// The part of the picture that the grid lies over.
    let region: PixelRect
    /// The side of a cell in pixels.
    let side: Int
    /// The cells of a row.
    let columns: Int
    /// For each cell whether it is covered, row by row.
    let isCovered: [Bool]

    /// The share of a box that is covered, 0…1.
    func share(of box: PixelRect) -> Double {
        guard box.width > 0, box.height > 0, columns > 0 else { return 0 }
        let across = cells(box.x, box.width, from: region.x, count: columns)
        var covered = 0
        for row in cells(box.y, box.height, from: region.y, count: isCovered.count / columns) {
            for index in across.lowerBound + row * columns..<across.upperBound + row * columns where isCovered[index] {
                let cell = self.cell(index)
                covered +=
                    overlap(cell.x, cell.width, box.x, box.width) * overlap(cell.y, cell.height, box.y, box.height)
            }
        }
        return min(1, Double(covered) / (Double(box.width) * Double(box.height)))
    }

    /// The same grid in a picture that is so many times as large, with the part's picture moved into it.
    func placed(x: Int, y: Int, scale: Int) -> GlareGrid {
        GlareGrid(
            region: region.placed(x: x, y: y, scale: scale),
            side: side * scale,
            columns: columns,
            isCovered: isCovered
        )
    }

    /// The cells of an axis that a box may touch.
    private func cells(_ start: Int, _ length: Int, from first: Int, count: Int) -> Range<Int> {
        let low = (Double(start) - Double(first)) / Double(side)
        let high = (Double(start) + Double(length) - Double(first)) / Double(side)
        let limit = Double(count)
        let end = Int(min(max(high.rounded(.up), 0), limit))
        return min(Int(min(max(low.rounded(.down), 0), limit)), end)..<end
    }

    /// A cell's box in pixels of the picture, cut off at the region's end.
    func cell(_ index: Int) -> PixelRect {
        let (left, top) = (index % columns * side, index / columns * side)
        return PixelRect(
            x: region.x + left,
            y: region.y + top,
            width: min(side, region.width - left),
            height: min(side, region.height - top)
        )
    }

    private func overlap(_ start: Int, _ length: Int, _ otherStart: Int, _ otherLength: Int) -> Int {
        // Wide numbers: a box comes from outside and may lie anywhere.
        let low = Swift.max(Double(start), Double(otherStart))
        let high = Swift.min(Double(start) + Double(length), Double(otherStart) + Double(otherLength))
        return high > low ? Int(high - low) : 0
    }
}
