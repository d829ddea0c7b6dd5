@_exported public import CodedErrors

/// An error of a broker that this process starts.
public typealias LocalBrokerError = CodedError<LocalBrokerErrorCode>

/// What went wrong with such a broker.
public enum LocalBrokerErrorCode: String, ErrorCode {
    /// Mosquitto or its dynamic-security plugin is not on this machine.
    case notInstalled
    /// The socket's path does not fit into an address.
    case pathTooLong
    /// The directory cannot be used, or another process's broker lives in it.
    case directory
    /// Mosquitto ended while it started.
    case diedAtStart
    /// Mosquitto runs but took no connection in time.
    case notReady
    /// The running broker did not take a change of its accounts.
    case control
    /// Two accounts of one name, or a name that cannot be one.
    case account

    /// Whether the same may succeed later without a change.
    public var isRetriable: Bool { self == .notReady || self == .diedAtStart }
}
