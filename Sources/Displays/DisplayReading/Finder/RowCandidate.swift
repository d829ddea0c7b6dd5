package import Pixels

/// A place where a value's row may be.
package struct RowCandidate: Sendable, Equatable {
    /// Tight around the row's characters.
    package var box: OrientedBox
    /// The finder's probability, 0…1: the mean over the row's core.
    package var score: Double
    /// Which of the display areas in view holds it; nil where none does.
    package var display: Int?
    /// The finder's probability that it lies inside a display, 0…1.
    package var inside: Double

    /// Makes a candidate from its parts.
    package init(box: OrientedBox, score: Double, display: Int?, inside: Double = 0) {
        self.box = box
        self.score = score
        self.display = display
        self.inside = inside
    }
}
