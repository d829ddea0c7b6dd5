/// An error of the uploader itself.
public struct UploaderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble; more may come.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable word, as it stands in logs and answers.
        public let rawValue: String

        /// Makes a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A destination's configuration cannot work or must not be.
        public static let configuration = Self(rawValue: "configuration")
        /// The record has nothing that the destination takes.
        public static let nothingToUpload = Self(rawValue: "nothingToUpload")
        /// The destination has no place for records of this type.
        public static let unsupportedType = Self(rawValue: "unsupportedType")
        /// An image's path names the record by the server's id, which nobody knows.
        public static let recordIDUnknown = Self(rawValue: "recordIDUnknown")
        /// The session's credentials could not be had.
        public static let credentialsUnavailable = Self(rawValue: "credentialsUnavailable")
        /// The session's token does not open with this machine's site key.
        public static let credentialsSealed = Self(rawValue: "credentialsSealed")
    }

    /// What kind of trouble.
    public let code: Code
    /// What happened, to what, and the way out; never a token, never a value.
    public let message: String
    /// Whether the same may succeed later without anybody's doing.
    public let isRetriable: Bool

    /// Makes an error.
    public init(_ code: Code, message: String, isRetriable: Bool = false) {
        self.code = code
        self.message = message
        self.isRetriable = isRetriable
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
