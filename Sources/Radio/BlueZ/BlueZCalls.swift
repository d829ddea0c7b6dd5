internal import DBus

/// Isolates the parts of a ``BlueZClient``, which handle signals one at a time.
@globalActor public actor BlueZIsolation {
    /// The shared instance.
    public static let shared = BlueZIsolation()
}

/// Calls methods of BlueZ and sets its properties.
struct BlueZCalls: Sendable {
    let connection: DBusConnection
    /// The timeout of a call that names none.
    let timeout: Duration

    /// Calls a method.
    ///
    /// - Throws: ``BlueZError``, or `CancellationError`.
    @discardableResult
    func call(
        _ member: String,
        of interface: String,
        at path: DBusObjectPath,
        arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> [DBusValue] {
        do {
            return try await connection.call(
                destination: BlueZName.service,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: timeout ?? self.timeout
            )
        } catch {
            throw BlueZError.wrap(error)
        }
    }

    /// Sets a property.
    ///
    /// - Throws: ``BlueZError``, or `CancellationError`.
    func set(_ property: String, of interface: String, at path: DBusObjectPath, to value: DBusValue) async throws {
        do {
            let object = DBusRemoteObject(connection, destination: BlueZName.service, path: path)
            try await object.setProperty(property, of: interface, to: value, timeout: timeout)
        } catch {
            throw BlueZError.wrap(error)
        }
    }
}
