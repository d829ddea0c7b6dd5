@_exported public import CodedErrors

/// An error of a child process or of a lock file.
public typealias ProcessError = CodedError<ProcessErrorCode>

/// The kind of a ``ProcessError``.
public enum ProcessErrorCode: String, ErrorCode {
    /// The executable does not exist or cannot be run.
    case notStarted
    /// The output file cannot be opened.
    case output
    /// Another process holds the lock.
    case locked
    /// The lock file cannot be opened.
    case lockFile

    /// Whether a later attempt may succeed without a change.
    public var isRetriable: Bool { self == .locked }
}
