@_exported public import CodedErrors

/// An error of a child process.
public typealias ProcessError = CodedError<ProcessErrorCode>

/// The kind of a ``ProcessError``.
public enum ProcessErrorCode: String, ErrorCode {
    /// The executable does not exist or cannot be run.
    case notStarted
    /// The output file cannot be opened.
    case output
}
