public import MessageBus
public import StoreEngine

/// What a caller is told of a store that cannot be read or written.
extension StoreError: BusErrorConvertible {
    /// The error without the file's path, which is the operator's business.
    public var busError: BusError {
        switch code {
        case .notFound: BusError(.notFound, message: message)
        case .outdated: BusError(.conflict, message: message, isRetriable: isRetriable)
        case .wrongList: BusError(.invalidArgument, message: message)
        case .snapshotExpired: BusError(.snapshotExpired, message: message)
        case .full: BusError(.noSpace, message: message, isRetriable: isRetriable)
        // The next process opens it again: a reading that is refused for good would be lost.
        case .closed: BusError(.storeUnavailable, message: message, isRetriable: true)
        default: BusError(.storeUnavailable, message: message, isRetriable: isRetriable)
        }
    }
}
