internal import Files
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension CommandFailure {
    /// The two reasons of `ENOSPC` for people: an ordinary full disk is one, a disk of many small files the other.
    static let full = "the disk is full, or has no free inodes (df -i); free some space"

    /// The failure for a full disk.
    static func noSpace(_ message: String) -> Self {
        Self("noSpace", message: message, exitCode: ExitCodes.noSpace, isRetriable: true)
    }

    /// The failure for a file or a folder that cannot be written.
    ///
    /// - Parameters:
    ///   - path: The file or the folder.
    ///   - error: The system's error.
    ///   - advice: What to do if the disk has room.
    static func cannotWrite(_ path: String, error: any Error, advice: String) -> Self {
        guard !isFull(error.systemErrno) else {
            return .noSpace("\(path) cannot be written: \(full)")
        }
        return Self("cannotWrite", message: "\(path) cannot be written: \(advice)", exitCode: ExitCodes.cannotWrite)
    }

    /// Whether the `errno` means a full disk or an exhausted quota.
    static func isFull(_ number: Int32?) -> Bool { number == ENOSPC || number == EDQUOT }

    /// Converts an error of Foundation or the system about a file; nil for any other error.
    init?(file error: any Error) {
        guard let number = error.systemErrno else { return nil }
        let path = error.filePath ?? "a file"
        switch number {
        case ENOSPC, EDQUOT: self = .noSpace("\(path): \(Self.full)")
        case ENOENT: self = InputFile.refusal(path, number: number)
        case EACCES, EPERM, EROFS:
            let advice = "check the owner and permissions of it and of the folders above it"
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
    /// The `errno` behind an error in any of Foundation's forms; nil if it has none.
    fileprivate var systemErrno: Int32? {
        if let number = fileErrno { return number }
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: error.code) }
        guard error.domain == NSCocoaErrorDomain else { return nil }
        let reason = error.userInfo[NSUnderlyingErrorKey] as? NSError
        if let reason, reason.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: reason.code) }
        return CocoaError(CocoaError.Code(rawValue: error.code)).fileErrno
    }

    /// The file named in an error of Foundation.
    fileprivate var filePath: String? {
        let facts = (self as NSError).userInfo
        return facts[NSFilePathErrorKey] as? String ?? (facts[NSURLErrorKey] as? URL)?.path
    }
}
