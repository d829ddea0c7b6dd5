/// Why a picture cannot be read, before anybody tried.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    /// There is not enough light for digits to stand out.
    case tooDark
    /// Edges are wider than strokes: out of focus, or moved.
    case blurred
    /// A reflection hides a large part of the display.
    case glare
}
