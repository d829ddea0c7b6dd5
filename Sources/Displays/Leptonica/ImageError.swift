/// Why an image cannot be read or written.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The bytes are not an image in a supported format.
        case unknownFormat
        /// The file, or the image in it, exceeds a limit.
        case tooLarge
        /// The file ends before the image does.
        case truncated
        /// The bytes are malformed.
        case damaged
        /// The image has unsupported colours or an unsupported compression.
        case unsupported
        /// The file has several pictures or pages.
        case severalPictures
        /// The image cannot be written: it has no pixels, or memory is short.
        case unwritable
    }

    /// The kind of failure.
    package let code: Code
    /// What failed, and what to do about it.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
