internal import Pixels

/// A row of characters on a display.
struct FaceRow: Sendable {
    var text: String
    var field: String
    /// Whether it is a value, or a clock, a date or a number that is none.
    var isValue: Bool
    /// The tight rectangle around its lit parts, in the display's plane.
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// How large its points are; 0 where there are none, or where they are as large as all dots.
    var point: Double
    /// The middles of its points, in the display's plane.
    var points: [Point]
}
