package import Pixels

/// A drawn photo, and what is in it.
package struct DrawnDisplay: Sendable {
    /// The photo.
    package var color: ColorImage
    /// The photo without colour.
    package var gray: GrayImage
    /// The rows of characters, clocks and the like too.
    package var rows: [DrawnRow]
    /// The windows of all displays, the first device's first.
    package var displays: [OrientedBox]
    /// Field and JSON value of all that the first device shows, whether it can be read or not.
    package var shown: [(key: String, value: String)]
    /// Why there is no reading.
    package var refusal: DisplayRefusal?
    /// Whether a person could read a value of another device than the first.
    package var isAnotherLegible = false
    /// What kind of device it is.
    package var kind: DisplayKind

    /// The first device's window, all its parts together; nil where there is none.
    package var display: OrientedBox?
    /// Field and JSON value of all that is to be read; empty where there is a refusal.
    package var expected: [(key: String, value: String)] { refusal == nil ? shown : [] }
    /// The rows with values.
    package var values: [DrawnRow] { rows.filter(\.isValue) }
}

/// A row of characters in a drawn photo.
package struct DrawnRow: Hashable, Sendable {
    /// Pixels of height up to which nobody has to read a row.
    static let leastHeight = 7.5

    /// Its characters.
    package var text: String
    /// Which field of the reading it is, or "clock", "date", "memory", "error".
    package var field: String
    /// Whether it is a value, or an error in a value's place.
    package var isValue: Bool
    /// The tight box around what is lit, as high as a digit.
    package var box: OrientedBox
    /// How much darker or lighter than its surroundings its faintest part is, before noise, 0 to 1.
    package var contrast: Double
    /// How large its points are in pixels; 0 where there are none, or where they are as large as all dots.
    package var point: Double
    /// Upright places of its points, each with as much around it as the point is large.
    var points: [OrientedBox]
    /// How much darker or lighter than their surroundings its points are, before noise; 1 where there are none.
    var pointContrast = 1.0
}
