package import Pixels

/// What is told after each frame.
package struct FrameResult: Sendable, Hashable {
    /// The frame's number.
    package let frame: Int
    /// The reading so far, rows divided by line feeds: `_` for a character that is not yet sure, a space for one that
    /// glare covers; empty while nothing was read.
    package let text: String
    /// The glare in this frame.
    package let glare: Glare
    /// The display's box in this frame.
    package let box: PixelRect?
    /// The confidence in the text as it stands, 0…1.
    package let confidence: Double
}
