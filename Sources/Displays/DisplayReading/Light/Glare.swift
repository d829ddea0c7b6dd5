package import Pixels

/// What a reflection hides of a display.
package struct Glare: Sendable, Hashable {
    /// The share of the display that it covers, 0…1.
    package let area: Double
    /// How far the covered part is above the display's own background, 0…1: 1 is white without any trace of what lies
    /// below.
    package let strength: Double
    /// The smallest upright box round all of it, in pixels of the picture; nil where there is none.
    package let box: PixelRect?
    /// The separate patches, largest first, each as its box in pixels of the picture; at most ``maximumBlobs``.
    package let blobs: [PixelRect]
    /// Which parts are covered.
    let grid: GlareGrid?

    /// The most patches that are told apart.
    package static let maximumBlobs = 16

    /// No glare.
    package static let none = Glare(area: 0, strength: 0, box: nil, blobs: [], grid: nil)

    init(area: Double, strength: Double, box: PixelRect?, blobs: [PixelRect], grid: GlareGrid?) {
        (self.area, self.strength, self.box, self.blobs, self.grid) = (area, strength, box, blobs, grid)
    }

    /// The share of a box (pixels of the picture) that is covered, 0…1.
    package func share(of box: PixelRect) -> Double {
        grid?.share(of: box) ?? 0
    }

    /// The same in the picture that its own was cut out of and reduced from.
    ///
    /// - Parameters:
    ///   - x: How far the own picture's left side is from the other's, in the own one's pixels.
    ///   - y: The same of the upper side.
    ///   - scale: How many of the other's pixels one of the own is along a side, 1 or more.
    package func placed(x: Int, y: Int, scale: Int) -> Glare {
        Glare(
            area: area,
            strength: strength,
            box: box?.placed(x: x, y: y, scale: scale),
            blobs: blobs.map { $0.placed(x: x, y: y, scale: scale) },
            grid: grid?.placed(x: x, y: y, scale: scale)
        )
    }
}

extension Glare {
    /// From this share on of a character's place beside a row glare may hide one there: less leaves something to see.
    private static let hiddenBeside = 0.5

    /// The share of a value that is covered, 0…1, or of a place beside it that may hide a further digit.
    package func share(of measurement: DisplayMeasurement) -> Double {
        let beside = measurement.placesBeside.map { share(of: $0.bounds) }.filter { $0 >= Self.hiddenBeside }
        return max(share(of: measurement.box.bounds), beside.max() ?? 0)
    }
}

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
