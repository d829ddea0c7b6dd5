@_exported public import CodedErrors

/// A failure to read or write an archive or one of its entries.
public typealias ArchiveError = CodedError<ArchiveErrorCode>

/// The kind of an ``ArchiveError``.
public enum ArchiveErrorCode: String, ErrorCode {
    /// The file cannot be opened or read.
    case unreadable
    /// The bytes are not a zip archive.
    case notAnArchive
    /// The data is cut off.
    case truncated
    /// The data is malformed or fails its checksum.
    case corrupt
    /// The entry is encrypted.
    case encrypted
    /// The compression method is not supported.
    case unsupportedMethod
    /// The archive has more entries than the limit allows.
    case limitExceeded

    /// True if the system failed to read; any other failure repeats with the same bytes.
    public var isRetriable: Bool { self == .unreadable }
}
