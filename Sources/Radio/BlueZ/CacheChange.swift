public import DBus

/// What changed in an ``ObjectCache``.
public enum CacheChange: Hashable, Sendable {
    /// An interface of an object is new.
    case added(DBusObjectPath, interface: String)
    /// An interface of an object is gone.
    case removed(DBusObjectPath, interface: String)
    /// Properties were announced; repeated equal values are announced too. Invalidated ones are named without a value.
    case changed(DBusObjectPath, interface: String, properties: [String: DBusValue], invalidated: [String])
}
