@_exported public import CodedErrors

/// An error of a file or directory of this machine.
public typealias FileError = CodedError<FileErrorCode>

/// What went wrong with a file or directory.
public enum FileErrorCode: String, ErrorCode {
    /// Another process holds the lock.
    case locked
    /// The lock file cannot be opened.
    case lockFile
    /// A directory for state cannot be made or flushed, or a name in it cannot be changed (exit code 73, `EX_CANTCREAT`).
    case stateDirectory
    /// A secret's file cannot be used (exit code 78, `EX_CONFIG`).
    case secretFile

    /// Whether the same may succeed later without a change.
    public var isRetriable: Bool { self == .locked }
}

extension FileError {
    /// The code of `sysexits.h` that a program ends with.
    public var exitCode: Int32 {
        switch code {
        case .locked, .lockFile: 70
        case .stateDirectory: 73
        case .secretFile: 78
        }
    }
}
