/// An upright part of an image in whole pixels.
package struct PixelRect: Hashable, Sendable {
    /// The first column.
    package var x: Int
    /// The first row.
    package var y: Int
    /// How many columns.
    package var width: Int
    /// How many rows.
    package var height: Int

    /// Makes a part; it need not lie in any image.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// What of it lies in an image of this size; no columns or rows where nothing does.
    package func clamped(width limit: Int, height bound: Int) -> PixelRect {
        let left = min(max(x, 0), limit)
        let top = min(max(y, 0), bound)
        let right = min(max(Self.sum(x, max(width, 0)), left), limit)
        let bottom = min(max(Self.sum(y, max(height, 0)), top), bound)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The sum, or the greatest number where it would be past it; the extent is not negative.
    private static func sum(_ start: Int, _ extent: Int) -> Int {
        let (sum, isPast) = start.addingReportingOverflow(extent)
        return isPast ? .max : sum
    }
}
