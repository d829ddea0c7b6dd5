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
