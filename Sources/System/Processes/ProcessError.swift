/// An error of a child process or of a lock file.
public struct ProcessError: Error, Sendable, CustomStringConvertible {
    /// The kind of a ``ProcessError``: a stable name.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The executable does not exist or cannot be run.
        public static let notStarted = Self(rawValue: "notStarted")
        /// The output file cannot be opened.
        public static let output = Self(rawValue: "output")
        /// Another process holds the lock.
        public static let locked = Self(rawValue: "locked")
        /// The lock file cannot be opened.
        public static let lockFile = Self(rawValue: "lockFile")
    }

    /// The kind of failure.
    public let code: Code
    /// What failed and how to fix it.
    public let message: String
    /// The system error number, if there is one.
    public let errno: Int32?

    /// Makes an error with a code and its message.
    public init(_ code: Code, message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    /// Whether the same call may succeed later.
    public var isRetriable: Bool { code == .locked }
    /// The code, then the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
