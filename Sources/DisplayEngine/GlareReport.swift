package import Pixels

/// What a reflection hides of a display, in pixels of the upright picture as it came.
package struct GlareReport: Sendable, Hashable {
    /// The share of the display that it covers, 0…1.
    package let area: Double
    /// How far the covered part is above the display's background, 0…1.
    package let strength: Double
    /// The smallest upright box round all of it; nil where there is none.
    package let box: PixelRect?
    /// The greatest share of a value's row that is covered, 0…1.
    package let rowShare: Double

    /// No glare.
    package static let none = GlareReport(area: 0, strength: 0, box: nil, rowShare: 0)
}
