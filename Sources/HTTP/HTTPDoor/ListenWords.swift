internal import Files
internal import NIOCore
internal import SystemPackage

extension Error {
    /// Why a server cannot listen at an address, in plain words: the system's own, `Address already in use`, without the call
    /// that failed, or that the host's name is not known.
    public var listenWords: String {
        if let error = self as? IOError { return "\(Errno(rawValue: error.errnoCode))" }
        if let error = self as? SocketAddressError.UnknownHost { return "no address is known for '\(error.host)'" }
        return fileWords
    }
}
