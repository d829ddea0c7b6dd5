@_exported public import CodedErrors

/// An error in a process's start, configuration or end.
public typealias RuntimeError = CodedError<RuntimeErrorCode>

/// The cause of a process's failure.
public enum RuntimeErrorCode: String, ErrorCode {
    /// The configuration is wrong (exit code 78, `EX_CONFIG`).
    case configuration
    /// The same instance is already running (exit code 75, `EX_TEMPFAIL`).
    case alreadyRunning
    /// The state directory is unusable (exit code 73, `EX_CANTCREAT`).
    case stateDirectory
    /// The site key is missing, readable for others, or damaged (exit code 78, `EX_CONFIG`).
    case siteKey
    /// A secret's file is unusable (exit code 78, `EX_CONFIG`).
    case secretFile
    /// Sealed bytes are damaged, or sealed with another key or for another context (exit code 70).
    case notOpened
    /// Draining took too long (exit code 75).
    case drainTimeout
    /// The process's start values are outdated (exit code 75); a restart takes the present ones.
    case outdated
    /// The actor failed (exit code 70, `EX_SOFTWARE`).
    case failed

    /// Whether a later start may succeed without a change.
    public var isRetriable: Bool { [.alreadyRunning, .failed, .drainTimeout, .outdated].contains(self) }
}

extension RuntimeError {
    /// The code of `sysexits.h` that the process ends with.
    public var exitCode: Int32 {
        switch code {
        case .configuration, .siteKey, .secretFile: 78
        case .alreadyRunning, .drainTimeout, .outdated: 75
        case .stateDirectory: 73
        default: 70
        }
    }
}
