/// Why an archive or an entry of it cannot be read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code of any word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The bytes are no zip archive.
        public static let notAnArchive = Code(rawValue: "notAnArchive")
        /// The bytes end before the data does.
        public static let truncated = Code(rawValue: "truncated")
        /// The bytes are not what the format allows, or their checksum is wrong.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The entry is encrypted.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The entry is compressed by a method that is not read here.
        public static let unsupportedMethod = Code(rawValue: "unsupportedMethod")
        /// The archive lists more than a limit allows.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
    }

    /// What is wrong.
    public let code: Code
    /// What is wrong with what, and the way out.
    public let message: String
    /// The system's error number (`errno`), 0 where there is none.
    public let systemError: Int32

    /// Makes an error.
    public init(code: Code, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// True where the system could not read; the same bytes are refused again.
    public var isRetriable: Bool { code == .unreadable }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
