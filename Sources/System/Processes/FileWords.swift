internal import CodedErrors
internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension Error {
    /// The system's number of a file error, such as `ENOSPC`; nil for any other error.
    public var fileErrno: Int32? {
        if let error = self as? Errno { return error.rawValue }
        if let error = self as? any ErrnoCarrier { return error.errno }
        if let error = self as? POSIXError { return error.code.rawValue }
        guard let fault = self as? CocoaError else { return nil }
        if let reason = fault.underlying as? POSIXError { return reason.code.rawValue }
        return switch fault.code {
        case .fileWriteOutOfSpace: ENOSPC
        case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: EACCES
        case .fileWriteVolumeReadOnly: EROFS
        default: nil
        }
    }

    /// The error in plain words: its message, or for a file error the system's own, `Permission denied`, with the file if
    /// known.
    public var fileWords: String {
        guard !(self is any ErrnoCarrier), let number = fileErrno else {
            // Foundation's own text contains its domain and a dictionary.
            return (self as? CocoaError).map { "file error \($0.code.rawValue)" } ?? plainWords
        }
        let words = "\(Errno(rawValue: number))"
        guard let fault = self as? CocoaError else { return words }
        // Foundation passes its facts in a dictionary of any type, from which only a text is read.
        return unsafe (fault.userInfo["NSFilePath"] as? String).map { "\($0): \(words)" } ?? words
    }
}
