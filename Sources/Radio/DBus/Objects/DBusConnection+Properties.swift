extension DBusConnection {
    /// Reads a property of a remote object.
    ///
    /// - Returns: The value, unwrapped from its variant.
    /// - Throws: ``DBusError``.
    public func property(
        _ name: String,
        interface: String,
        destination: String,
        path: DBusObjectPath,
        timeout: Duration? = nil
    ) async throws -> DBusValue {
        let arguments: [DBusValue] = [.string(interface), .string(name)]
        let message = OutgoingMessage.call(
            destination,
            path: path,
            interface: BusName.properties,
            member: "Get",
            body: arguments
        )
        guard let value = try await request(message, timeout: timeout).arguments.first else {
            throw DBusError.malformedReply("Get")
        }
        return value.unwrapped
    }

    /// Reads all properties of an interface of a remote object, unwrapped from their variants.
    ///
    /// - Throws: ``DBusError``.
    public func properties(
        interface: String,
        destination: String,
        path: DBusObjectPath,
        timeout: Duration? = nil
    ) async throws -> [String: DBusValue] {
        let message = OutgoingMessage.call(
            destination,
            path: path,
            interface: BusName.properties,
            member: "GetAll",
            body: [.string(interface)]
        )
        guard let values = try await request(message, timeout: timeout).arguments.first?.properties else {
            throw DBusError.malformedReply("GetAll")
        }
        return values
    }

    /// Writes a property of a remote object; pass the value without a variant.
    ///
    /// - Throws: ``DBusError``.
    public func setProperty(
        _ name: String,
        to value: DBusValue,
        interface: String,
        destination: String,
        path: DBusObjectPath,
        timeout: Duration? = nil
    ) async throws {
        let arguments: [DBusValue] = [.string(interface), .string(name), .variant(value)]
        _ = try await request(
            .call(destination, path: path, interface: BusName.properties, member: "Set", body: arguments),
            timeout: timeout
        )
    }

    /// Reads all objects of an object manager, and the reply's position among the signals.
    ///
    /// - Throws: ``DBusError``.
    public func managedObjects(
        destination: String,
        path: DBusObjectPath = .root,
        timeout: Duration? = nil
    ) async throws -> (objects: DBusManagedObjects, ordinal: UInt64) {
        let message = OutgoingMessage.call(
            destination,
            path: path,
            interface: BusName.objectManager,
            member: "GetManagedObjects",
            body: []
        )
        let reply = try await request(message, timeout: timeout)
        guard let dictionary = reply.arguments.first?.dictionary else {
            throw DBusError.malformedReply("GetManagedObjects")
        }
        var objects: DBusManagedObjects = [:]
        for entry in dictionary.entries {
            guard let path = entry.key.objectPath, let interfaces = entry.value.interfaces else { continue }
            objects[path] = interfaces
        }
        return (objects, reply.ordinal)
    }
}
