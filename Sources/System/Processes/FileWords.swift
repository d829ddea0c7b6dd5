internal import FoundationEssentials
internal import SystemPackage

extension Error {
    /// What went wrong in plain words: of a file's fault the system's own, `Permission denied`, with the file where it is known.
    public var fileWords: String {
        guard let fault = self as? CocoaError, let reason = fault.underlying as? POSIXError else { return "\(self)" }
        let words = "\(Errno(rawValue: reason.code.rawValue))"
        return (fault.userInfo["NSFilePath"] as? String).map { "\($0): \(words)" } ?? words
    }
}
