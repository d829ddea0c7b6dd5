/// What to run as a child process.
public struct ChildCommand: Sendable {
    /// Where standard output and standard error go, both to the same place.
    public enum Output: Sendable, Hashable {
        /// Nowhere.
        case discarded
        /// The end of a file, made with mode 0600.
        case file(String)
        /// ``ChildProcess/lines``.
        case lines
    }

    /// The executable's path, or a name that is looked for in `PATH`.
    public var executable: String
    /// The arguments; anybody on the machine can read them, so no secret stands here.
    public var arguments: [String]
    /// Changes to this process's environment; nil removes a variable.
    public var environment: [String: String?]
    /// Where it starts; here when nil.
    public var workingDirectory: String?
    /// Where its output goes.
    public var output: Output
    /// How long it has between SIGTERM and SIGKILL when it is stopped.
    public var stopTimeout: Duration

    /// Makes a command.
    public init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        workingDirectory: String? = nil,
        output: Output = .discarded,
        stopTimeout: Duration = .seconds(10)
    ) {
        self.executable = executable
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
    /// A signal ended it.
    case signal(Int32)
    /// It ended, but how was not learnt.
    case unknown

    /// Whether it exited with code 0.
    public var isSuccess: Bool { self == .code(0) }

    /// The end in words.
    public var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let number): "signal \(number)"
        case .unknown: "unknown end"
        }
    }
}
