@_exported public import CodedErrors

/// An error of running a whole hub.
public typealias HubRunnerError = CodedError<HubRunnerErrorCode>

/// The cause of a hub's failure.
public enum HubRunnerErrorCode: String, ErrorCode {
    /// The plan is invalid.
    case invalidPlan
    /// A program rejects its configuration.
    case configuration
    /// An actor's executable is missing.
    case executableMissing
    /// A file or directory cannot be created or read.
    case files
    /// Another hub is running in the state directory.
    case alreadyRunning
    /// The private broker is not running.
    case broker
    /// A child ended repeatedly.
    case childFailed

    /// Whether a later attempt may succeed without a change.
    public var isRetriable: Bool { self == .alreadyRunning || self == .broker }
}

extension HubRunnerError {
    /// The `sysexits.h` code of a program that ends with this error.
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
