/// An error of running a whole hub.
public struct HubRunnerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong; stable text.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The plan cannot be carried out as it is.
        public static let invalidPlan = Self(rawValue: "invalidPlan")
        /// A program refuses its configuration.
        public static let configuration = Self(rawValue: "configuration")
        /// An actor's executable is missing.
        public static let executableMissing = Self(rawValue: "executableMissing")
        /// A file or directory cannot be made or read.
        public static let files = Self(rawValue: "files")
        /// Another hub runs in the state directory.
        public static let alreadyRunning = Self(rawValue: "alreadyRunning")
        /// The private broker does not run.
        public static let broker = Self(rawValue: "broker")
        /// A child ended again and again.
        public static let childFailed = Self(rawValue: "childFailed")
    }

    /// What went wrong.
    public let code: Code
    /// What happened, to what, and the way out; never a secret.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the same may succeed later without a change.
    public var isRetriable: Bool { code == .alreadyRunning || code == .broker }

    /// The code of `sysexits.h` that a program ends with.
    public var exitCode: Int32 {
        switch code {
        case .invalidPlan: 65
        case .executableMissing, .broker: 69
        case .files: 73
        case .alreadyRunning: 75
        case .configuration: 78
        default: 70
        }
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
