public import MessageBus
public import StoreEngine

/// The caller's view of a store that cannot be read or written.
extension StoreError: BusErrorConvertible {
    /// The error without the file's path, which only the operator needs.
    public var busError: BusError {
        switch code {
        case .notFound: BusError(.notFound, message: message)
        case .outdated: BusError(.conflict, message: message, isRetriable: isRetriable)
        case .wrongList: BusError(.invalidArgument, message: message)
        case .snapshotExpired: BusError(.snapshotExpired, message: message)
        case .full: BusError(.noSpace, message: message, isRetriable: isRetriable)
        // Retriable, because the next process reopens the store; a permanent refusal would lose the reading.
        case .closed: BusError(.storeUnavailable, message: message, isRetriable: true)
        default: BusError(.storeUnavailable, message: message, isRetriable: isRetriable)
        }
    }
}
