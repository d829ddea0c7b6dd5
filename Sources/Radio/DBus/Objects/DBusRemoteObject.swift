/// An object of another process, as a connection reaches it.
public struct DBusRemoteObject: Sendable {
    /// The connection that reaches it.
    public let connection: DBusConnection
    /// The bus name of its process, unique or well-known.
    public let destination: String
    /// Its path.
    public let path: DBusObjectPath

    /// Makes a reference to an object without calling it.
    public init(_ connection: DBusConnection, destination: String, path: DBusObjectPath = .root) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// Reads a property, unwrapped from its variant.
    ///
    /// - Throws: ``DBusError``.
    public func property(_ name: String, of interface: String, timeout: Duration? = nil) async throws -> DBusValue {
        let reply = try await request("Get", arguments: [.string(interface), .string(name)], timeout: timeout)
        guard let value = reply.arguments.first else { throw DBusError.malformedReply("Get") }
        return value.unwrapped
    }

    /// Reads all properties of an interface, unwrapped from their variants.
    ///
    /// - Throws: ``DBusError``.
    public func properties(of interface: String, timeout: Duration? = nil) async throws -> [String: DBusValue] {
        let reply = try await request("GetAll", arguments: [.string(interface)], timeout: timeout)
        guard let values = reply.arguments.first?.properties else { throw DBusError.malformedReply("GetAll") }
        return values
    }

    /// Writes a property; pass the value without a variant.
    ///
    /// - Throws: ``DBusError``.
    public func setProperty(_ name: String, of interface: String, to value: DBusValue, timeout: Duration? = nil)
        async throws
    {
        let arguments: [DBusValue] = [.string(interface), .string(name), .variant(value)]
        _ = try await request("Set", arguments: arguments, timeout: timeout)
    }

    /// Reads all objects of an object manager, and the reply's position among the signals.
    ///
    /// - Throws: ``DBusError``.
    public func managedObjects(timeout: Duration? = nil) async throws -> (objects: DBusManagedObjects, ordinal: UInt64)
    {
        let member = "GetManagedObjects"
        let reply = try await request(member, of: BusName.objectManager, arguments: [], timeout: timeout)
        guard let dictionary = reply.arguments.first?.dictionary else { throw DBusError.malformedReply(member) }
        var objects: DBusManagedObjects = [:]
        for entry in dictionary.entries {
            guard let path = entry.key.objectPath, let interfaces = entry.value.interfaces else { continue }
            objects[path] = interfaces
        }
        return (objects, reply.ordinal)
    }

    private func request(
        _ member: String,
        of interface: String = BusName.properties,
        arguments: [DBusValue],
        timeout: Duration?
    ) async throws -> DBusReply {
        try await connection.request(
            .call(destination, path: path, interface: interface, member: member, body: arguments),
            timeout: timeout
        )
    }
}
