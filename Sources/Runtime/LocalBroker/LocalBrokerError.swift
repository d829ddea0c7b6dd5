@_exported public import CodedErrors

/// An error of a broker that this process starts.
public typealias LocalBrokerError = CodedError<LocalBrokerErrorCode>

/// The kind of a private broker's error.
public enum LocalBrokerErrorCode: String, ErrorCode {
    /// Mosquitto or its dynamic-security plugin is not on this machine.
    case notInstalled
    /// The socket's path is too long for an address.
    case pathTooLong
    /// The directory cannot be used, or contains another process's broker.
    case directory
    /// Mosquitto ended while it started.
    case diedAtStart
    /// Mosquitto runs but accepted no connection in time.
    case notReady
    /// The running broker did not apply a change of its accounts.
    case control
    /// Two accounts have one name, or a name is not valid.
    case account

    /// Whether a retry may succeed without a change.
    public var isRetriable: Bool { self == .notReady || self == .diedAtStart }
}
