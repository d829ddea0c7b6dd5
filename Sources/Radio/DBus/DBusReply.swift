/// A reply with its place in the order of what came in.
public struct DBusReply: Hashable, Sendable {
    /// The reply's arguments.
    public let arguments: [DBusValue]
    /// Comparable with ``DBusSignal/ordinal``: signals with a lower number came before the reply.
    public let ordinal: UInt64
}
