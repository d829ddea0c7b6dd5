package import Pixels

/// A drawn photo and its content.
package struct DrawnDisplay: Sendable {
    /// The photo.
    package var color: ColorImage
    /// The photo without colour.
    package var gray: GrayImage
    /// The rows of characters, including clocks and the like.
    package var rows: [DrawnRow]
    /// The panels of all displays, the first device's first.
    package var displays: [OrientedBox]
    /// Field and JSON value of everything that the first device shows, legible or not.
    package var shown: [(key: String, value: String)]
    /// Why there is no reading.
    package var refusal: DisplayRefusal?
    /// Whether a value of a device other than the first is legible to a person.
    package var isAnotherLegible = false
    /// The kind of device.
    package var kind: DisplayKind

    /// The box around all panels of the first device; nil if there is none.
    package var display: OrientedBox?
    /// Field and JSON value of everything to be read; empty if there is a refusal.
    package var expected: [(key: String, value: String)] { refusal == nil ? shown : [] }
    /// The rows with values.
    package var values: [DrawnRow] { rows.filter(\.isValue) }
}

/// A row of characters in a drawn photo.
package struct DrawnRow: Hashable, Sendable {
    /// The height in pixels up to which a row need not be read.
    static let leastHeight = 7.5

    /// The characters of the row.
    package var text: String
    /// The field of the reading, or "clock", "date", "memory" or "error".
    package var field: String
    /// Whether it is a value, or an error shown in place of one.
    package var isValue: Bool
    /// The tight box around the lit parts, as high as a digit.
    package var box: OrientedBox
    /// The contrast of its faintest part with its surroundings, before noise, 0 to 1.
    package var contrast: Double
    /// The size of its decimal points in pixels; 0 if there are none, or if they are dots like all others.
    package var point: Double
    /// Upright boxes of its decimal points, each with a margin as large as the point.
    var points: [OrientedBox]
    /// The contrast of its decimal points with their surroundings, before noise; 1 if there are none.
    var pointContrast = 1.0
}
