/// Names of the bus driver and the standard interfaces (D-Bus specification, "Standard Interfaces" and "Message Bus").
package enum BusName {
    /// The name and the interface of the bus driver.
    package static let bus = "org.freedesktop.DBus"
    /// The object path of the bus driver.
    package static let busPath: DBusObjectPath = "/org/freedesktop/DBus"
    /// The interface of the signals that libdbus generates locally.
    static let local = "org.freedesktop.DBus.Local"
    /// The interface for property access.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The interface for object managers.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// The interface for introspection.
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    /// The interface for liveness checks.
    static let peer = "org.freedesktop.DBus.Peer"
    /// The signal that a name has a new owner.
    package static let nameOwnerChanged = "NameOwnerChanged"
    /// The signal that properties changed.
    package static let propertiesChanged = "PropertiesChanged"
    /// The signal that an object gained interfaces.
    package static let interfacesAdded = "InterfacesAdded"
    /// The signal that an object lost interfaces.
    package static let interfacesRemoved = "InterfacesRemoved"
}

/// Flags for requesting a bus name ("RequestName" in the D-Bus specification).
public struct DBusNameOptions: OptionSet, Hashable, Sendable {
    /// The flags as sent to the bus.
    public let rawValue: UInt32

    /// Makes options from raw flags.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Fails at once instead of queueing for the name.
    public static let doNotQueue = DBusNameOptions(rawValue: 4)
}
