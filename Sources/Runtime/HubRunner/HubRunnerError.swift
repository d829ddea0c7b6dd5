@_exported public import CodedErrors

/// An error of running a whole hub.
public typealias HubRunnerError = CodedError<HubRunnerErrorCode>

/// The kind of a hub's error.
public enum HubRunnerErrorCode: String, ErrorCode {
    /// The plan cannot be carried out.
    case invalidPlan
    /// A program refuses its configuration.
    case configuration
    /// An actor's executable is missing.
    case executableMissing
    /// A file or directory cannot be made or read.
    case files
    /// Another hub runs in the state directory.
    case alreadyRunning
    /// The private broker does not run.
    case broker
    /// A child ended again and again.
    case childFailed

    /// Whether a retry may succeed without a change.
    public var isRetriable: Bool { self == .alreadyRunning || self == .broker }
}

extension HubRunnerError {
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
}
