/// Names of the bus driver and the standard interfaces (D-Bus specification, "Standard Interfaces" and "Message Bus").
package enum BusName {
    /// The bus's own name and interface.
    package static let bus = "org.freedesktop.DBus"
    /// The bus's own path.
    package static let busPath: DBusObjectPath = "/org/freedesktop/DBus"
    /// The interface of signals that libdbus makes itself.
    static let local = "org.freedesktop.DBus.Local"
    /// The interface of property access.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The interface of object managers.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// The interface of introspection.
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    /// The interface of liveness checks.
    static let peer = "org.freedesktop.DBus.Peer"
    /// The signal of a name's new owner.
    package static let nameOwnerChanged = "NameOwnerChanged"
    /// The signal of changed properties.
    package static let propertiesChanged = "PropertiesChanged"
    /// The signal of an object's new interfaces.
    package static let interfacesAdded = "InterfacesAdded"
    /// The signal of an object's lost interfaces.
    package static let interfacesRemoved = "InterfacesRemoved"
}
