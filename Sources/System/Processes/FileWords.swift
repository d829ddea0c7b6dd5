internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension Error {
    /// What went wrong in plain words: of a file's fault the system's own, `Permission denied`, with the file where it is known.
    public var fileWords: String {
        guard let fault = self as? CocoaError, let reason = fault.underlying as? POSIXError else { return "\(self)" }
        let words = "\(Errno(rawValue: reason.code.rawValue))"
        // Foundation hands its facts over as a dictionary of any type; what is read of it is a text or none.
        return unsafe (fault.userInfo["NSFilePath"] as? String).map { "\($0): \(words)" } ?? words
    }
}
