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
