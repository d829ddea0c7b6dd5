/// A signal received from the bus.
public struct DBusSignal: Hashable, Sendable {
    /// The unique name of the sender, or the name of the bus.
    public let sender: String
    /// The path of the object that emitted it.
    public let path: DBusObjectPath
    /// The interface of the signal.
    public let interface: String
    /// The name of the signal.
    public let member: String
    /// The arguments.
    public let arguments: [DBusValue]
    /// The position among the signals and replies received on this connection; rises, with gaps.
    public let ordinal: UInt64

    /// Makes a signal, for tests and simulators.
    public init(
        sender: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue],
        ordinal: UInt64 = 0
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.ordinal = ordinal
    }
}

/// An element of a ``DBusSignalStream``.
public enum DBusSignalEvent: Hashable, Sendable {
    /// A signal, in the order of delivery.
    case signal(DBusSignal)
    /// Signals are missing at this position.
    case gap(DBusSignalGap)
}

/// A gap in a ``DBusSignalStream``, after which the consumer must read the state again.
public struct DBusSignalGap: Hashable, Sendable {
    /// Why signals are missing.
    public enum Reason: Hashable, Sendable {
        /// The consumer was too slow and the buffer was full.
        case overflow
        /// The connection to the bus was lost.
        case disconnected
        /// The connection is reestablished and the match rules are in force again.
        case reconnected
        /// A signal contained an unsupported type.
        case undecodable
    }

    /// Why signals are missing.
    public let reason: Reason
    /// The number of missing signals; 0 if unknown.
    public let dropped: Int

    /// Makes a gap, for tests and simulators.
    public init(reason: Reason, dropped: Int = 0) {
        self.reason = reason
        self.dropped = dropped
    }
}
