/// Why no export can be made.
package struct GeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    package enum Code: String, Sendable {
        /// The system does not know a zone.
        case unknownZone
        /// The options contradict each other, or the version is not one of Apple's.
        case badOptions
        /// A file cannot be written.
        case unwritable
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong, in words.
    package let message: String
    /// The code of the system, or 0.
    package let systemError: Int32
    /// Whether it may be otherwise the next time.
    package var isRetriable: Bool { code == .unwritable }
    /// The words.
    package var description: String { message }

    /// Makes an error.
    package init(_ code: Code, _ message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }
}
