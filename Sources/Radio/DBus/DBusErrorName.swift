/// Error names of the D-Bus specification and the reference bus (dbus-protocol.h).
public enum DBusErrorName {
    /// A general failure.
    public static let failed = "org.freedesktop.DBus.Error.Failed"
    /// No object has the path.
    public static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    public static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface has no such property.
    public static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The arguments have other types than the method takes.
    public static let invalidArgs = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The bus's policy forbids it.
    public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// Nobody owns the name and it cannot be started.
    public static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// Nobody owns the name.
    public static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The peer left or never answered.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// A limit of the bus or the peer was reached.
    public static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The operation is not supported.
    public static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// A start of the service timed out.
    public static let timedOut = "org.freedesktop.DBus.Error.TimedOut"

    /// Names that tell of a passing state: the peer may be back, or the bus less busy, later.
    static let retriable: Set<String> = [serviceUnknown, nameHasNoOwner, noReply, limitsExceeded, timedOut]
}
