/// Why an image cannot be read or written.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The bytes are no image of a format that is read here.
        case unknownFormat
        /// The file, or the image in it, is larger than a limit allows.
        case tooLarge
        /// The file ends before the image does.
        case truncated
        /// The bytes are not what the format allows.
        case damaged
        /// The image's colours or its kind of compression are none that are read here.
        case unsupported
        /// The file has several pictures or pages.
        case severalPictures
        /// The image cannot be written: it has no pixels, or there is no memory.
        case unwritable
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong with what, and the way out.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
