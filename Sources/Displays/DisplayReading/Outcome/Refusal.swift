/// Why an image gives no reading, with what was seen.
package struct Refusal: Sendable, Equatable {
    /// The reason, as it is sent and printed.
    package enum Reason: String, Sendable, CaseIterable {
        /// No row of a display was found.
        case noDisplay
        /// More than one display shows a full reading.
        case severalDisplays
        /// A display without any digit on it.
        case displayOff
        /// The meter reports an error, such as `E1` or `Err`.
        case errorCode
        /// The value is above or below what the meter measures: `HI`, `Lo`.
        case outOfRange
        /// A time or a date, no measurement.
        case clock
        /// A stored value or an average, no measurement of now.
        case memory
        /// Rows were found, and not read well enough to say what they show.
        case unreadable
        /// What was read cannot be a measurement of this kind.
        case implausible
        /// The image is too dark.
        case tooDark
        /// The image is out of focus or moved.
        case blurred
        /// A reflection hides a part of the values.
        case glare
        /// The image is too small to hold a display.
        case tooSmall
    }

    /// The reason.
    package let reason: Reason
    /// The text that was seen, rows joined by line feeds; empty where none was.
    package let text: String

    /// Makes a refusal from its parts.
    package init(_ reason: Reason, text: String = "") {
        self.reason = reason
        self.text = text
    }
}
