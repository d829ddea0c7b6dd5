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
        var covered = 0
        for (index, isOn) in isCovered.enumerated() where isOn {
            let cell = self.cell(index)
            covered += overlap(cell.x, cell.width, box.x, box.width) * overlap(cell.y, cell.height, box.y, box.height)
        }
        return min(1, Double(covered) / (Double(box.width) * Double(box.height)))
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
