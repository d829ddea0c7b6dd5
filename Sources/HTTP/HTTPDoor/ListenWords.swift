internal import NIOCore
internal import Processes
internal import SystemPackage

extension Error {
    /// Why a server cannot listen at an address, in plain words: the system's own, `Address already in use`, without the call
    /// that failed, or that the host's name is not known.
    public var listenWords: String {
        if let error = self as? IOError { return "\(Errno(rawValue: error.errnoCode))" }
        if case .unknown(let host, _)? = self as? SocketAddressError { return "no address is known for '\(host)'" }
        return fileWords
    }
}
