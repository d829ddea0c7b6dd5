package import DisplayReading
package import Pixels

/// What a reflection hides of a display, in pixels of the upright picture as it came.
package struct GlareReport: Sendable, Hashable {
    /// What was found, to be asked for the share of any box.
    package let found: Glare
    /// The greatest share that is covered of a value's row, or of a place beside it where a digit may be hidden, 0…1.
    package let rowShare: Double

    /// No glare.
    package static let none = GlareReport(found: .none, rowShare: 0)

    /// The share of the display that it covers, 0…1.
    package var area: Double { found.area }
    /// How far the covered part is above the display's background, 0…1.
    package var strength: Double { found.strength }
    /// The smallest upright box round all of it; nil where there is none.
    package var box: PixelRect? { found.box }
}
