/// Why the simulator could not start.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// What failed, naming the file or option.
    public let message: String
    /// Nothing here gets better by itself.
    public var isRetriable: Bool { false }

    /// The kinds of failures.
    public enum Code: String, Sendable {
        case journal
        case configuration
    }

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
