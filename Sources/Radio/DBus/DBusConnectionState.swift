/// Whether a ``DBusConnection`` can be used.
public enum DBusConnectionState: Hashable, Sendable {
    /// Connected, under a unique name that changes with every new connection.
    case connected(uniqueName: String)
    /// Not connected; attempts go on unless the first one failed.
    case disconnected
    /// Closed by its owner for good.
    case closed
}
