/// A place in an image, in pixels; x to the right, y down, the first pixel's centre at (0.5, 0.5).
package struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    package var x: Double
    /// Pixels from the upper edge.
    package var y: Double

    /// Makes a point.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
