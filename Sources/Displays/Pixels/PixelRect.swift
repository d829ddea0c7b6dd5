/// An upright rectangle in whole pixels.
package struct PixelRect: Hashable, Sendable {
    /// The first column.
    package var x: Int
    /// The first row.
    package var y: Int
    /// The number of columns.
    package var width: Int
    /// The number of rows.
    package var height: Int

    /// Creates a rectangle, inside an image or not.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The part of it inside an image of a size; empty if there is none.
    package func clamped(width limit: Int, height bound: Int) -> PixelRect {
        let left = min(max(x, 0), limit)
        let top = min(max(y, 0), bound)
        let right = min(max(Self.sum(x, extent: max(width, 0)), left), limit)
        let bottom = min(max(Self.sum(y, extent: max(height, 0)), top), bound)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The sum, saturated at the largest number; the extent is not negative.
    private static func sum(_ start: Int, extent: Int) -> Int {
        let (sum, isPast) = start.addingReportingOverflow(extent)
        return isPast ? .max : sum
    }
}
