@_exported public import CodedErrors

/// An error in using a file or directory of this machine.
public typealias FileError = CodedError<FileErrorCode>

/// The cause of a failure with a file or directory.
public enum FileErrorCode: String, ErrorCode {
    /// Another process holds the lock.
    case locked
    /// The lock file cannot be opened.
    case lockFile
    /// The state directory is unusable (exit code 73, `EX_CANTCREAT`).
    case stateDirectory
    /// A secret's file is unusable (exit code 78, `EX_CONFIG`).
    case secretFile

    /// Whether a later attempt may succeed without a change.
    public var isRetriable: Bool { self == .locked }
}

extension FileError {
    /// The program's exit code, as in `sysexits.h`.
    public var exitCode: Int32 {
        switch code {
        case .locked, .lockFile: 70
        case .stateDirectory: 73
        case .secretFile: 78
        }
    }
}
