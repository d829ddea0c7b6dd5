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
