/// A signal as it came from the bus.
public struct DBusSignal: Hashable, Sendable {
    /// The sender's unique name, or the bus's own name.
    public let sender: String
    /// The object that sent it.
    public let path: DBusObjectPath
    /// The interface that it belongs to.
    public let interface: String
    /// Its name.
    public let member: String
    /// Its arguments.
    public let arguments: [DBusValue]
    /// Its place in the order in which this connection received signals and replies; rising, with gaps.
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
    /// A signal, in the order in which the bus delivered it.
    case signal(DBusSignal)
    /// Signals are missing here.
    case gap(DBusSignalGap)
}

/// Tells that signals are missing at this place of a ``DBusSignalStream``: read the state again.
public struct DBusSignalGap: Hashable, Sendable {
    /// Why signals are missing.
    public enum Reason: Hashable, Sendable {
        /// The consumer was slower than the signals and the buffer was full.
        case overflow
        /// The connection to the bus was lost.
        case disconnected
        /// The connection is back and the match rules are in force again.
        case reconnected
        /// A signal held a type that is not supported.
        case undecodable
    }

    /// Why signals are missing.
    public let reason: Reason
    /// How many are known to be missing; 0 when nobody can know.
    public let dropped: Int

    /// Makes a gap.
    public init(reason: Reason, dropped: Int = 0) {
        self.reason = reason
        self.dropped = dropped
    }
}
