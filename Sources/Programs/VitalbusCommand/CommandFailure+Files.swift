internal import Files
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension CommandFailure {
    /// A disk that is full.
    static func noSpace(_ message: String) -> Self {
        Self("noSpace", message: message, exitCode: ExitCodes.noSpace, isRetriable: true)
    }

    /// What cannot be written to a file or a folder.
    ///
    /// - Parameters:
    ///   - path: The file or the folder.
    ///   - error: What the system says.
    ///   - advice: The way out where the disk has room.
    static func cannotWrite(_ path: String, error: any Error, advice: String) -> Self {
        guard !isFull(error.systemErrno) else {
            return .noSpace("\(path) cannot be written: no space is left on that disk, so free some")
        }
        return Self("cannotWrite", message: "\(path) cannot be written: \(advice)", exitCode: ExitCodes.cannotWrite)
    }

    /// Whether the system's number says that a disk, or the user's share of it, is full.
    static func isFull(_ number: Int32?) -> Bool { number == ENOSPC || number == EDQUOT }

    /// Converts an error of Foundation or the system about a file; nil for any other one.
    init?(file error: any Error) {
        guard let number = error.systemErrno else { return nil }
        let path = error.filePath ?? "a file"
        switch number {
        case ENOSPC, EDQUOT: self = .noSpace("\(path): no space is left on that disk, so free some")
        case ENOENT:
            self.init("notFound", message: "\(path) is not there: check its name", exitCode: ExitCodes.missingFile)
        case EACCES, EPERM, EROFS:
            let advice = "check its owner and rights, and those above it"
            self.init(
                "cannotWrite",
                message: "\(path) may not be read or written: \(advice)",
                exitCode: ExitCodes.cannotWrite
            )
        default:
            self.init(
                "files",
                message: "\(path) cannot be used: \(unsafe String(cString: strerror(number)))",
                exitCode: ExitCodes.failed
            )
        }
    }
}

extension Error {
    /// The system's number of an error, whichever of Foundation's shapes it has; nil where none is behind it.
    fileprivate var systemErrno: Int32? {
        if let number = fileErrno { return number }
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: error.code) }
        guard error.domain == NSCocoaErrorDomain else { return nil }
        let reason = error.userInfo[NSUnderlyingErrorKey] as? NSError
        if let reason, reason.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: reason.code) }
        return CocoaError(CocoaError.Code(rawValue: error.code)).fileErrno
    }

    /// The file that an error of Foundation names.
    fileprivate var filePath: String? {
        let facts = (self as NSError).userInfo
        return facts[NSFilePathErrorKey] as? String ?? (facts[NSURLErrorKey] as? URL)?.path
    }
}
