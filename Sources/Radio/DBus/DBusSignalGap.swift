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
