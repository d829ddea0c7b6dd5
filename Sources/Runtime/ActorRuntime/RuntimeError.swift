/// An error of a process's start, configuration or end.
public struct RuntimeError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; stable text.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The configuration is wrong (exit code 78, `EX_CONFIG`).
        public static let configuration = Self(rawValue: "configuration")
        /// The same instance runs already (exit code 75, `EX_TEMPFAIL`).
        public static let alreadyRunning = Self(rawValue: "alreadyRunning")
        /// The state directory cannot be used (exit code 73, `EX_CANTCREAT`).
        public static let stateDirectory = Self(rawValue: "stateDirectory")
        /// The site key is missing, too open or damaged (exit code 78, `EX_CONFIG`).
        public static let siteKey = Self(rawValue: "siteKey")
        /// A secret's file cannot be used (exit code 78, `EX_CONFIG`).
        public static let secretFile = Self(rawValue: "secretFile")
        /// Sealed bytes are damaged, or sealed with another key or for another context (exit code 70).
        public static let notOpened = Self(rawValue: "notOpened")
        /// Draining took too long (exit code 75).
        public static let drainTimeout = Self(rawValue: "drainTimeout")
        /// The actor failed (exit code 70, `EX_SOFTWARE`).
        public static let failed = Self(rawValue: "failed")
    }

    /// What went wrong.
    public let code: Code
    /// What happened, to what, and the way out; never a secret.
    public let message: String
    /// The system's error number, where one is behind it.
    public let errno: Int32?

    /// Makes an error.
    public init(_ code: Code, message: String, errno: Int32? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    /// Whether a later start may succeed without a change by anybody.
    public var isRetriable: Bool { code == .alreadyRunning || code == .failed || code == .drainTimeout }

    /// The code of `sysexits.h` that the process ends with.
    public var exitCode: Int32 {
        switch code {
        case .configuration, .siteKey, .secretFile: 78
        case .alreadyRunning, .drainTimeout: 75
        case .stateDirectory: 73
        default: 70
        }
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
