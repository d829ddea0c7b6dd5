@_exported public import CodedErrors

/// An error of a broker started by this process.
public typealias LocalBrokerError = CodedError<LocalBrokerErrorCode>

/// The cause of a broker's failure.
public enum LocalBrokerErrorCode: String, ErrorCode {
    /// Mosquitto or its dynamic-security plugin is not on this machine.
    case notInstalled
    /// The socket's path does not fit in an address.
    case pathTooLong
    /// The directory is unusable, or another process's broker uses it.
    case directory
    /// Mosquitto ended while it started.
    case diedAtStart
    /// Mosquitto runs but accepted no connection in time.
    case notReady
    /// The running broker did not apply a change of its accounts.
    case control
    /// Two accounts of one name, or an invalid name.
    case account

    /// Whether a later attempt may succeed without a change.
    public var isRetriable: Bool { self == .notReady || self == .diedAtStart }
}
