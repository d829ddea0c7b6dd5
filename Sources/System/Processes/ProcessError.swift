/// An error of a child process or of a lock file.
public struct ProcessError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; stable text.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no such executable, or it cannot be run.
        public static let notStarted = Self(rawValue: "notStarted")
        /// The file for the output cannot be opened.
        public static let output = Self(rawValue: "output")
        /// Another process holds the lock.
        public static let locked = Self(rawValue: "locked")
        /// The lock file cannot be opened.
        public static let lockFile = Self(rawValue: "lockFile")
    }

    /// What went wrong.
    public let code: Code
    /// What happened, to what, and the way out.
    public let message: String
    /// The system's error number, where one is behind it.
    public let errno: Int32?

    /// Makes an error.
    public init(_ code: Code, _ message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    /// Whether the same may succeed later.
    public var isRetriable: Bool { code == .locked }
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
