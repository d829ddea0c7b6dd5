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

/// How a bus name is requested ("RequestName" in the D-Bus specification).
public struct DBusNameOptions: OptionSet, Hashable, Sendable {
    /// The flags as they go to the bus.
    public let rawValue: UInt32

    /// Makes options from the bus's flags.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Others may take the name over.
    public static let allowReplacement = DBusNameOptions(rawValue: 1)
    /// Takes the name over from an owner that allows it.
    public static let replaceExisting = DBusNameOptions(rawValue: 2)
    /// Fails at once rather than waiting for the owner to leave.
    public static let doNotQueue = DBusNameOptions(rawValue: 4)
}

/// A well-known name whose owner the connection follows.
struct TrackedName {
    /// How many match rules for it are in force.
    var uses = 0
    /// The owner's unique name.
    var owner: String?
    var observers: [Int: AsyncStream<String?>.Continuation] = [:]
}

/// One thing that a new connection asks the bus for again.
struct RestoreRequest {
    let message: OutgoingMessage
    /// Takes the answer; throws when the attempt must be given up.
    let finish: (Result<DBusReply, any Error>) throws -> Void
}
