package import Pixels

/// The parts of a display that a reflection hides.
package struct DisplayGlare: Sendable, Hashable {
    /// The covered share of the display, 0…1.
    package let area: Double
    /// The brightness of the covered part above the display's own background, 0…1: 1 is clipped white.
    package let strength: Double
    /// The smallest upright box around all patches, in pixels of the picture; nil without glare.
    package let box: PixelRect?
    /// The boxes of the separate patches, largest first, in pixels of the picture; at most ``maximumBlobs``.
    package let blobs: [PixelRect]
    /// The covered cells.
    let grid: GlareGrid?

    /// The largest number of separate patches.
    package static let maximumBlobs = 16

    /// No glare.
    package static let none = DisplayGlare(area: 0, strength: 0, box: nil, blobs: [], grid: nil)

    init(area: Double, strength: Double, box: PixelRect?, blobs: [PixelRect], grid: GlareGrid?) {
        (self.area, self.strength, self.box, self.blobs, self.grid) = (area, strength, box, blobs, grid)
    }

    /// The covered share of a box in pixels of the picture, 0…1.
    package func share(of box: PixelRect) -> Double {
        grid?.share(of: box) ?? 0
    }

    /// The covered share of a turned box in pixels of the picture, 0…1.
    package func share(of box: OrientedBox) -> Double {
        grid?.share(of: box) ?? 0
    }

    /// Converts to the picture from which this glare's picture was cropped and reduced.
    ///
    /// - Parameters:
    ///   - x: The left edge of this glare's picture in the other one, in this picture's pixels.
    ///   - y: The upper edge likewise.
    ///   - scale: The other picture's pixels per pixel of this one, 1 or more.
    package func placed(x: Int, y: Int, scale: Int) -> DisplayGlare {
        DisplayGlare(
            area: area,
            strength: strength,
            box: box?.placed(x: x, y: y, scale: scale),
            blobs: blobs.map { $0.placed(x: x, y: y, scale: scale) },
            grid: grid?.placed(x: x, y: y, scale: scale)
        )
    }
}

extension DisplayGlare {
    /// The covered share of a place next to a row from which glare may hide a character there.
    private static let hiddenBeside = 0.5

    /// The covered share of a value, or of a place next to it that may hide another digit, 0…1.
    package func share(of measurement: DisplayMeasurement) -> Double {
        max(share(of: measurement.box), shareBeside(measurement))
    }

    /// The covered share of a place next to a value that may hide another digit, 0…1; 0 if it hides none.
    package func shareBeside(_ measurement: DisplayMeasurement) -> Double {
        measurement.placesBeside.map { share(of: $0) }.filter { $0 >= Self.hiddenBeside }.max() ?? 0
    }
}

/// The cells of a grid over a part of a picture that glare covers.
struct GlareGrid: Sendable, Hashable {
    /// The part of the picture.
    let region: PixelRect
    /// The side of a cell in pixels.
    let side: Int
    /// The number of cells per row.
    let columns: Int
    /// Whether each cell is covered, row by row.
    let isCovered: [Bool]

    /// The covered share of a box, 0…1.
    func share(of box: PixelRect) -> Double {
        guard box.width > 0, box.height > 0, columns > 0 else { return 0 }
        let across = cells(box.x, length: box.width, from: region.x, count: columns)
        var covered = 0
        for row in cells(box.y, length: box.height, from: region.y, count: isCovered.count / columns) {
            for index in across.lowerBound + row * columns..<across.upperBound + row * columns where isCovered[index] {
                let cell = self.cell(index)
                covered +=
                    overlap(cell.x, length: cell.width, otherStart: box.x, otherLength: box.width)
                    * overlap(cell.y, length: cell.height, otherStart: box.y, otherLength: box.height)
            }
        }
        return min(1, Double(covered) / (Double(box.width) * Double(box.height)))
    }

    /// The number of sample points along and across a turned box.
    private static let points = 16

    /// The covered share of a turned box, 0…1, from evenly spaced points.
    func share(of box: OrientedBox) -> Double {
        guard columns > 0 else { return 0 }
        let offsets = (0..<Self.points).map { (Double($0) + 0.5) / Double(Self.points) - 0.5 }
        let covered = offsets.reduce(0) { sum, down in
            sum + offsets.count { covers(box.point(along: $0 * box.width, across: down * box.height)) }
        }
        return Double(covered) / Double(Self.points * Self.points)
    }

    private func covers(_ point: Point) -> Bool {
        let (x, y) = (point.x - Double(region.x), point.y - Double(region.y))
        guard x >= 0, y >= 0, x < Double(region.width), y < Double(region.height) else { return false }
        return isCovered[Int(y) / side * columns + Int(x) / side]
    }

    /// Converts to a picture that is larger by a factor, with an offset.
    func placed(x: Int, y: Int, scale: Int) -> GlareGrid {
        GlareGrid(
            region: region.placed(x: x, y: y, scale: scale),
            side: side * scale,
            columns: columns,
            isCovered: isCovered
        )
    }

    /// The cells of an axis that a box may touch.
    private func cells(_ start: Int, length: Int, from first: Int, count: Int) -> Range<Int> {
        let low = (Double(start) - Double(first)) / Double(side)
        let high = (Double(start) + Double(length) - Double(first)) / Double(side)
        let limit = Double(count)
        let end = Int(min(max(high.rounded(.up), 0), limit))
        return min(Int(min(max(low.rounded(.down), 0), limit)), end)..<end
    }

    /// A cell's box in pixels of the picture, clipped to the region.
    func cell(_ index: Int) -> PixelRect {
        let (left, top) = (index % columns * side, index / columns * side)
        return PixelRect(
            x: region.x + left,
            y: region.y + top,
            width: min(side, region.width - left),
            height: min(side, region.height - top)
        )
    }

    private func overlap(_ start: Int, length: Int, otherStart: Int, otherLength: Int) -> Int {
        // Floating-point numbers, because a box from outside may have any position.
        let low = Swift.max(Double(start), Double(otherStart))
        let high = Swift.min(Double(start) + Double(length), Double(otherStart) + Double(otherLength))
        return high > low ? Int(high - low) : 0
    }
}
