/// A failure to read or write an archive or one of its entries.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The bytes are not a zip archive.
        public static let notAnArchive = Code(rawValue: "notAnArchive")
        /// The data is cut off.
        public static let truncated = Code(rawValue: "truncated")
        /// The data is malformed or fails its checksum.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The entry is encrypted.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The compression method is not supported.
        public static let unsupportedMethod = Code(rawValue: "unsupportedMethod")
        /// The archive has more entries than the limit allows.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, and what to do about it.
    public let message: String
    /// The `errno` value of the failed system call; 0 if there was none.
    public let systemError: Int32

    /// Makes an error.
    public init(code: Code, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// True if the system failed to read; any other failure repeats with the same bytes.
    public var isRetriable: Bool { code == .unreadable }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
