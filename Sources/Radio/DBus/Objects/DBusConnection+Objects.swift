extension DBusConnection {
    /// Adds interfaces to an object, creating it if needed; replaces an interface of the same name.
    ///
    /// Below an object manager it emits `InterfacesAdded` while connected. Exported objects persist across reconnects.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument` if a name or type violates the D-Bus rules.
    public func export(_ interfaces: [DBusInterface], at path: DBusObjectPath) async throws {
        try await objects.export(interfaces, at: path, over: self)
    }

    /// Removes interfaces, or the whole object; emits `InterfacesRemoved` below an object manager.
    ///
    /// - Throws: ``DBusError``.
    public func unexport(_ interfaces: [String]? = nil, at path: DBusObjectPath) throws {
        try objects.unexport(interfaces, at: path, over: self)
    }

    /// Makes a path the object manager of everything exported below it.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`.
    public func exportObjectManager(at path: DBusObjectPath) throws {
        try objects.addManager(at: path)
    }

    /// Emits `PropertiesChanged` for an exported object.
    ///
    /// - Throws: ``DBusError``.
    public func emitPropertiesChanged(
        path: DBusObjectPath,
        interface: String,
        changed: [String: DBusValue],
        invalidated: [String] = []
    ) throws {
        try emitSignal(
            path: path,
            interface: BusName.properties,
            member: BusName.propertiesChanged,
            arguments: [.string(interface), .dictionary(changed), .strings(invalidated)]
        )
    }
}
