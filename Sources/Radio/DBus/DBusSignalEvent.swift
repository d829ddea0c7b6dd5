/// An element of a ``DBusSignalStream``.
public enum DBusSignalEvent: Hashable, Sendable {
    /// A signal, in the order in which the bus delivered it.
    case signal(DBusSignal)
    /// Signals are missing here.
    case gap(DBusSignalGap)
}
