import NeuralNet
package import Pixels

/// One pass of the finder over a part of an image at a scale.
struct FinderLook {
    /// The part, in the image's pixels, turned if the rows are.
    let region: OrientedBox
    /// Input pixels per image pixel.
    let scale: Double
    /// The size of the part, in input pixels.
    let width: Int
    let height: Int

    /// Scales a part so that its longer side has `side` pixels.
    init(at region: OrientedBox, side: Int) {
        self.init(at: region, scale: Double(side) / max(region.width, region.height, 1))
    }

    /// Creates a pass over a part at a scale.
    init(at region: OrientedBox, scale: Double) {
        self.region = region
        self.scale = scale
        width = max(Int((region.width * scale).rounded()), 1)
        height = max(Int((region.height * scale).rounded()), 1)
    }

    /// The rows that the finder sees, in the image's pixels; none if the network does not accept the size.
    func candidates(in image: GrayPyramid, finder: Network, context: inout RunContext) -> SeenRows {
        guard let map = map(of: image, finder: finder, in: &context) else { return SeenRows() }
        let clear = CoreComponents.rows(in: map)
        let faint = CoreComponents.faintRows(in: map).filter { row in
            !clear.contains { RowGroups.isSame($0.box, and: row.box) }
        }
        let displays = CoreComponents.displays(in: map).map(placed)
        return SeenRows(clear: clear.map(placed), faint: faint.map(placed), displays: displays)
    }

    /// Runs the finder on the part.
    func map(of image: GrayPyramid, finder: Network, in context: inout RunContext) -> FinderMap? {
        let (columns, rows) = ((width + 31) / 32 * 32, (height + 31) / 32 * 32)
        let square = (max(width, height) + 31) / 32 * 32
        let shown = image.sampled(region, width: width, height: height)
        guard
            let input = NetworkInput.tensor(shown, width: columns, height: rows, square: square),
            // Absent is nil: a picture of a size that the network does not accept has no rows.
            let output = try? finder.run(input, in: &context)
        else { return nil }
        return FinderMap(output, columns: (width + 3) / 4, rows: (height + 3) / 4)
    }

    /// Converts a row to the image's pixels.
    private func placed(_ row: RowCandidate) -> RowCandidate {
        var result = row
        result.box = placed(row.box)
        result.panel = row.panel.map(placed)
        return result
    }

    private func placed(_ box: OrientedBox) -> OrientedBox {
        OrientedBox(
            center: point(box.center),
            width: box.width / scale,
            height: box.height / scale,
            angle: box.angle + region.angle
        )
    }

    private func point(_ point: Point) -> Point {
        region.point(along: point.x / scale - region.width / 2, across: point.y / scale - region.height / 2)
    }
}

/// The rows seen in one or several passes.
struct SeenRows {
    /// The clear rows.
    var clear: [RowCandidate] = []
    /// The faint rows, which are read if the clear ones lack a field.
    var faint: [RowCandidate] = []
    /// Upright boxes around displays according to the finder, the largest first, in the image's pixels.
    var displays: [OrientedBox] = []
}

/// A candidate for the row of a value.
package struct RowCandidate: Sendable, Equatable {
    /// The tight box around the row's characters.
    package var box: OrientedBox
    /// The finder's probability, 0…1: the mean over the row's core.
    package var score: Double
    /// The index of the display area that contains it; nil if none does.
    package var display: Int?
    /// The finder's probability that it is inside a display, 0…1.
    package var inside: Double
    /// The box around the display that contains it, upright in the pass's direction; nil if none does.
    package var panel: OrientedBox?

    /// Creates a candidate from its parts.
    package init(box: OrientedBox, score: Double, display: Int?, inside: Double = 0, panel: OrientedBox? = nil) {
        self.panel = panel
        self.box = box
        self.score = score
        self.display = display
        self.inside = inside
    }
}
