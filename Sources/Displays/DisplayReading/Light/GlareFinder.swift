package import Pixels

/// Detects reflections on a display: patches that are clipped or much brighter than their surroundings, and almost
/// colourless.
package enum GlareFinder {
    /// The maximum colourfulness of a reflection: its largest minus its smallest channel.
    private static let mostColor: UInt8 = 56
    /// The median brightness from which a display is bright itself, with a white background.
    private static let brightDisplay = 216
    /// The median brightness up to which a display is dark, with bright strokes.
    private static let darkDisplay = 96
    /// The maximum width of a lit digit's strokes, in heights of the digit.
    ///
    /// Bold strokes have a fifth, and more at their junctions.
    private static let boldest = 0.33

    /// Finds reflections.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - display: The display's part; nil for the whole picture.
    ///   - digits: The height of the lowest value read, in pixels; nil if none was.
    package static func find(in image: ColorImage, display: PixelRect? = nil, digits: Double? = nil) -> DisplayGlare {
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let grid = BrightnessGrid(image, region: display ?? whole)
        // A smaller grid has no background to compare a reflection with.
        guard grid.columns >= 8, grid.rows >= 6 else { return .none }
        let background = LocalBackground(grid)
        let isBright = grid.luma.indices.map { isReflection($0, grid: grid, background: background) }
        let blobs = CellBlob.joined(isBright, columns: grid.columns, rows: grid.rows)
            .filter { isPatch($0, grid: grid, background: background, digits: digits ?? 0) }
        return blobs.isEmpty ? .none : glare(blobs, grid: grid, background: background)
    }

    private static func isReflection(_ cell: Int, grid: BrightnessGrid, background: LocalBackground) -> Bool {
        guard grid.color[cell] <= mostColor else { return false }
        let luma = Int(grid.luma[cell])
        if grid.isClipped[cell], background.whole < brightDisplay, luma >= background.whole + 36 { return true }
        let level = background.level(at: cell)
        return luma >= 176 && luma >= level + max(40, (255 - level) * 2 / 5)
    }

    /// Whether a blob is not a stroke of a lit digit, a bright line or the display's bezel.
    private static func isPatch(
        _ blob: CellBlob,
        grid: BrightnessGrid,
        background: LocalBackground,
        digits: Double
    ) -> Bool {
        guard blob.cells.count >= 4, blob.thickness >= 2 else { return false }
        let edge = 2 * (grid.columns + grid.rows) - 4
        guard 2 * blob.atEdge <= edge else { return false }
        guard background.whole <= darkDisplay else { return true }
        let stroke = boldest * digits / Double(grid.side)
        return Double(blob.thickness) >= max(3, Double(min(grid.rows, grid.columns)) / 10, stroke)
    }

    private static func glare(_ blobs: [CellBlob], grid: BrightnessGrid, background: LocalBackground) -> DisplayGlare {
        var isCovered = [Bool](repeating: false, count: grid.luma.count)
        var strength = 0.0
        var count = 0
        for cell in blobs.lazy.flatMap(\.cells) {
            let level = min(background.level(at: cell), background.whole)
            strength += Double(Int(grid.luma[cell]) - level) / Double(max(255 - level, 1))
            isCovered[cell] = true
            count += 1
        }
        let covered = GlareGrid(region: grid.region, side: grid.side, columns: grid.columns, isCovered: isCovered)
        let boxes = blobs.compactMap { box($0.cells, grid: covered) }
        return DisplayGlare(
            area: Double(count) / Double(grid.luma.count),
            strength: min(max(strength / Double(max(count, 1)), 0), 1),
            box: box(blobs.flatMap(\.cells), grid: covered),
            blobs: Array(boxes.prefix(DisplayGlare.maximumBlobs)),
            grid: covered
        )
    }

    private static func box(_ cells: [Int], grid: GlareGrid) -> PixelRect? {
        guard let left = cells.map({ $0 % grid.columns }).min(), let right = cells.map({ $0 % grid.columns }).max(),
            let top = cells.min(), let bottom = cells.max()
        else { return nil }
        let first = grid.cell(top / grid.columns * grid.columns + left)
        let last = grid.cell(bottom / grid.columns * grid.columns + right)
        return PixelRect(
            x: first.x,
            y: first.y,
            width: last.x + last.width - first.x,
            height: last.y + last.height - first.y
        )
    }
}

extension PixelRect {
    /// The rectangle moved, then enlarged by a factor.
    func placed(x left: Int, y top: Int, scale: Int) -> PixelRect {
        PixelRect(x: (x + left) * scale, y: (y + top) * scale, width: width * scale, height: height * scale)
    }
}
