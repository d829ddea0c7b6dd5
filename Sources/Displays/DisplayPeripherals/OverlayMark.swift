/// A word of an overlay on or next to the display, in shares of the frame's width and height.
package struct OverlayMark: Sendable, Hashable {
    /// The placeholder for the unit that the meter is set to.
    package static let unit = "{unit}"

    /// The word.
    package let text: String
    /// The position of its start or end; negative if left of the frame.
    package let x: Double
    /// The upper edge.
    package let y: Double
    /// The height.
    package let height: Double
    /// Whether it ends at ``x`` instead of starting there.
    package let endsThere: Bool

    /// Creates a mark.
    package init(_ text: String, x: Double, y: Double, height: Double, endsThere: Bool = false) {
        self.text = text
        self.x = x
        self.y = y
        self.height = height
        self.endsThere = endsThere
    }

    /// Replaces the placeholder by the unit's name.
    func naming(_ unit: String?) -> OverlayMark? {
        guard text == Self.unit else { return self }
        return unit.map { OverlayMark($0, x: x, y: y, height: height, endsThere: endsThere) }
    }
}

/// One of several windows of a display, in shares of the frame's width and height.
package struct OverlayWindow: Sendable, Hashable {
    /// The left edge.
    package let x: Double
    /// The upper edge.
    package let y: Double
    /// The width.
    package let width: Double
    /// The height.
    package let height: Double

    /// Creates a window.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
