/// The command line and environment of a child process.
public struct ChildCommand: Sendable {
    /// The common destination of standard output and standard error.
    public enum Output: Sendable, Hashable {
        /// Discards the output.
        case discarded
        /// Appends to a file, created with mode 0600.
        case file(String)
        /// Delivers the output as ``ChildProcess/lines``.
        case lines
    }

    /// The path of the executable, or a name to look up in `PATH`.
    public var executable: String
    /// The program's `argv[0]`; nil for the executable.
    public var name: String?
    /// The arguments; every user of the machine can read them, so they must contain no secret.
    public var arguments: [String]
    /// Changes to this process's environment; nil removes a variable.
    public var environment: [String: String?]
    /// The working directory; nil for that of this process.
    public var workingDirectory: String?
    /// The destination of its output.
    public var output: Output
    /// The time between SIGTERM and SIGKILL when it is stopped.
    public var stopTimeout: Duration

    /// Creates a command; its output is discarded by default.
    public init(
        _ executable: String,
        arguments: [String] = [],
        name: String? = nil,
        environment: [String: String?] = [:],
        workingDirectory: String? = nil,
        output: Output = .discarded,
        stopTimeout: Duration = .seconds(10)
    ) {
        self.executable = executable
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.output = output
        self.stopTimeout = stopTimeout
    }
}

/// How a child process ended.
public enum ChildExit: Sendable, Hashable, CustomStringConvertible {
    /// It exited with a code.
    case code(Int32)
    /// A signal terminated it.
    case signal(Int32)
    /// It ended in an unknown way.
    case unknown

    /// Whether it exited with code 0.
    public var isSuccess: Bool { self == .code(0) }

    /// The exit in words, for people.
    public var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let number): "signal \(number)"
        case .unknown: "unknown end"
        }
    }
}
