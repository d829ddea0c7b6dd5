package import DisplayReading
package import Leptonica

/// Why a picture gives no measurements, in one form for all that can be wrong.
package struct PictureRefusal: Sendable, Hashable {
    /// A stable word: a reason of ``Refusal``, a code of `ImageError`, or `boxOutside`.
    package let reason: String
    /// The text that was seen, rows joined by line feeds; empty where none was.
    package let text: String
    /// What is wrong, and the way out; empty where the reason says it all.
    package let message: String

    /// Makes a refusal.
    package init(reason: String, text: String = "", message: String = "") {
        self.reason = reason
        self.text = text
        self.message = message
    }

    /// A refusal of the reading.
    package init(_ refusal: Refusal) {
        self.init(reason: refusal.reason.rawValue, text: refusal.text)
    }

    /// A file that is no picture.
    package init(_ error: ImageError) {
        self.init(reason: error.code.rawValue, message: error.message)
    }
}
