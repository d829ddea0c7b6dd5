/// Where an overlay shows the digits of a field.
package struct OverlaySlot: Sendable, Hashable {
    /// The field's key.
    package let key: String
    /// What stands there for the digits: `888`, `88.8`.
    package let pattern: String
    /// The left edge, as a share of the frame's width.
    package let x: Double
    /// The upper edge, as a share of the frame's height.
    package let y: Double
    /// The width, as a share of the frame's width.
    package let width: Double
    /// The height, as a share of the frame's height.
    package let height: Double
}
