/// An error in generating an export.
package struct GeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; the raw value is stable.
    package enum Code: String, Sendable {
        /// The system does not know a zone.
        case unknownZone
        /// The options contradict each other, or the version is not one of Apple's.
        case badOptions
        /// A file cannot be written.
        case unwritable
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong, for people.
    package let message: String
    /// The system error number, or 0.
    package let systemError: Int32
    /// Whether a retry may succeed.
    package var isRetriable: Bool { code == .unwritable }
    /// The message.
    package var description: String { message }

    /// Creates an error with a code and its message.
    package init(_ code: Code, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }
}
