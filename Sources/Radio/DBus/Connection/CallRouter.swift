/// Dispatches one method call, using a copy of the object tree.
struct CallRouter: Sendable {
    let tree: ObjectTree
    let message: IncomingMessage

    /// Runs the called method and returns its results.
    ///
    /// - Throws: ``DBusError`` with code `remote`, or whatever the handler throws.
    func answer() async throws -> [DBusValue] {
        guard let path = message.path, let member = message.member else {
            throw DBusError.remote(DBusErrorName.invalidArgs, message: "The call does not name an object and method.")
        }
        let arguments: [DBusValue]
        do {
            arguments = try message.body.get()
        } catch {
            throw DBusError.remote(DBusErrorName.notSupported, message: "An argument has a type that is not supported.")
        }
        switch message.interface {
        case BusName.peer: return try peer(member)
        case BusName.introspectable: return try introspect(path, member: member)
        case BusName.properties: return try await properties(path, member: member, arguments: arguments)
        case BusName.objectManager where tree.managers.contains(path):
            return try await objectManager(path, member: member)
        default: return try await method(path, member: member, arguments: arguments)
        }
    }

    private func method(_ path: DBusObjectPath, member: String, arguments: [DBusValue]) async throws -> [DBusValue] {
        let interfaces = try object(path)
        let method = try find(member, in: interfaces)
        guard arguments.map(\.type) == method.method.input else {
            let wanted = DBusSignature(types: method.method.input).description
            throw DBusError.remote(
                DBusErrorName.invalidArgs,
                message: "\(member) takes arguments of the signature '\(wanted)'."
            )
        }
        let call = DBusMethodCall(
            sender: message.sender ?? "",
            path: path,
            interface: method.interface,
            member: member,
            arguments: arguments
        )
        let result = try await method.method.handler(call)
        guard result.map(\.type) == method.method.output else {
            throw DBusError.remote(
                DBusErrorName.failed,
                message: "\(member) answered with types that it does not declare."
            )
        }
        return result
    }

    private func find(_ member: String, in interfaces: [String: DBusInterface]) throws
        -> (interface: String, method: DBusMethod)
    {
        // A call without an interface may match any interface ("Message Types" in the specification).
        let candidates = message.interface.map { interfaces[$0].map { [$0] } ?? [] } ?? Array(interfaces.values)
        if candidates.isEmpty {
            throw DBusError.remote(DBusErrorName.unknownInterface, message: "The object does not have this interface.")
        }
        for interface in candidates.sorted(by: { $0.name < $1.name }) {
            if let method = interface.methods.first(where: { $0.name == member }) { return (interface.name, method) }
        }
        throw DBusError.remote(DBusErrorName.unknownMethod, message: "The object has no method \(member).")
    }

    private func object(_ path: DBusObjectPath) throws -> [String: DBusInterface] {
        guard tree.isObject(path) else {
            // The text that libdbus itself uses for a missing object.
            let types =
                switch message.body {
                case .success(let arguments): arguments.map(\.type)
                case .failure: [DBusType]()
                }
            let signature = DBusSignature(types: types).description
            throw DBusError.remote(
                DBusErrorName.unknownObject,
                message: "Method \"\(message.member ?? "")\" with signature \"\(signature)\" on interface "
                    + "\"\(message.interface ?? "(null)")\" doesn't exist\n"
            )
        }
        return tree.objects[path] ?? [:]
    }

    private func peer(_ member: String) throws -> [DBusValue] {
        guard member == "Ping" else {
            throw DBusError.remote(DBusErrorName.unknownMethod, message: "Peer has no method \(member) here.")
        }
        return []
    }

    private func introspect(_ path: DBusObjectPath, member: String) throws -> [DBusValue] {
        guard member == "Introspect" else {
            throw DBusError.remote(DBusErrorName.unknownMethod, message: "Introspectable has no method \(member).")
        }
        // The root always answers, so that tools have a starting point.
        guard path == .root || tree.isNode(path) else {
            throw DBusError.remote(DBusErrorName.unknownObject, message: "No object has the path \(path).")
        }
        let interfaces = Array((tree.objects[path] ?? [:]).values)
        let isManager = tree.managers.contains(path)
        let children = tree.children(of: path)
        return [.string(Introspection.document(interfaces: interfaces, children: children, isManager: isManager))]
    }

    private func objectManager(_ path: DBusObjectPath, member: String) async throws -> [DBusValue] {
        guard member == "GetManagedObjects" else {
            throw DBusError.remote(DBusErrorName.unknownMethod, message: "ObjectManager has no method \(member).")
        }
        var entries: [DBusDictionaryEntry] = []
        for path in tree.managed(by: path) {
            let interfaces = tree.objects[path] ?? [:]
            let value = await PropertyReader.interfaces(interfaces.values.sorted { $0.name < $1.name })
            entries.append(DBusDictionaryEntry(key: .objectPath(path), value: value))
        }
        return [
            .dictionary(
                DBusDictionary(keyType: .objectPath, valueType: PropertyReader.interfacesType, entries: entries)
            )
        ]
    }

    private func properties(_ path: DBusObjectPath, member: String, arguments: [DBusValue]) async throws
        -> [DBusValue]
    {
        let interfaces = try object(path)
        guard let name = arguments.first?.string else {
            throw DBusError.remote(
                DBusErrorName.invalidArgs,
                message: "The first argument must be an interface's name."
            )
        }
        guard let interface = interfaces[name] else {
            throw DBusError.remote(DBusErrorName.unknownInterface, message: "The object does not have this interface.")
        }
        switch (member, arguments.count) {
        case ("GetAll", 1): return [.dictionary(await PropertyReader.properties(of: interface))]
        case ("Get", 2): return [.variant(try await property(arguments[1], of: interface).getter())]
        case ("Set", 3):
            try await set(property(arguments[1], of: interface), to: arguments[2])
            return []
        case ("Get", _), ("GetAll", _), ("Set", _):
            throw DBusError.remote(DBusErrorName.invalidArgs, message: "\(member) takes different arguments.")
        default: throw DBusError.remote(DBusErrorName.unknownMethod, message: "Properties has no method \(member).")
        }
    }

    private func property(_ name: DBusValue, of interface: DBusInterface) throws -> DBusProperty {
        guard let property = interface.properties.first(where: { $0.name == name.string }) else {
            throw DBusError.remote(DBusErrorName.unknownProperty, message: "The interface does not have this property.")
        }
        return property
    }

    private func set(_ property: DBusProperty, to value: DBusValue) async throws {
        guard let setter = property.setter else {
            throw DBusError.remote(DBusErrorName.propertyReadOnly, message: "\(property.name) cannot be set.")
        }
        guard case .variant(let inner) = value, inner.type == property.type else {
            let wanted = property.type.signature
            throw DBusError.remote(
                DBusErrorName.invalidArgs,
                message: "\(property.name) takes a variant of '\(wanted)'."
            )
        }
        try await setter(inner, message.sender ?? "")
    }
}
