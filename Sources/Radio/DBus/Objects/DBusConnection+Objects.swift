extension DBusConnection {
    /// Adds interfaces to an object, creating it if needed; replaces an interface of the same name.
    ///
    /// Below an object manager it emits `InterfacesAdded` while connected. Exported objects persist across reconnects.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument` if a name or type violates the D-Bus rules.
    public func export(_ interfaces: [DBusInterface], at path: DBusObjectPath) async throws {
        try NameCheck.requireObjectPath(path)
        for interface in interfaces { try interface.check() }
        objects.add(interfaces, at: path)
        guard !interfaces.isEmpty, let manager = objects.manager(of: path) else { return }
        let added = await PropertyReader.interfaces(interfaces)
        try announce(manager, member: BusName.interfacesAdded, arguments: [.objectPath(path), added])
    }

    /// Removes interfaces, or the whole object; emits `InterfacesRemoved` below an object manager.
    ///
    /// - Throws: ``DBusError``.
    public func unexport(_ interfaces: [String]? = nil, at path: DBusObjectPath) throws {
        let removed = objects.remove(interfaces, at: path)
        guard !removed.isEmpty, let manager = objects.manager(of: path) else { return }
        try announce(manager, member: BusName.interfacesRemoved, arguments: [.objectPath(path), .strings(removed)])
    }

    /// Makes a path the object manager of everything exported below it.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`.
    public func exportObjectManager(at path: DBusObjectPath) throws {
        try NameCheck.requireObjectPath(path)
        objects.addManager(at: path)
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

    private func announce(_ manager: DBusObjectPath, member: String, arguments: [DBusValue]) throws {
        do {
            try emitSignal(path: manager, interface: BusName.objectManager, member: member, arguments: arguments)
        } catch let error as DBusError where error.code == .disconnected {
            // No peer can receive it; later ones ask for the managed objects.
            return
        }
    }

    func receiveCall(_ message: IncomingMessage) {
        guard handlers.count < configuration.concurrentHandlers else {
            let error = DBusError.remote(
                DBusErrorName.limitsExceeded,
                message: "Too many calls are being handled; try later."
            )
            return reply(to: message, with: .failure(error), generation: generation)
        }
        let id = nextID()
        let generation = generation
        let router = CallRouter(tree: objects, message: message)
        handlers.updateValue(nil, forKey: id)
        // Unstructured, because a call arrives outside any task; `dropLink` cancels it. It starts at once, so that
        // handlers enter their actors in call order.
        let task = Task.immediate {
            let result: Result<[DBusValue], any Error>
            do {
                result = .success(try await router.answer())
            } catch {
                result = .failure(error)
            }
            self.finished(id, message: message, result: result, generation: generation)
        }
        if handlers.keys.contains(id) { handlers.updateValue(task, forKey: id) }
    }

    private func finished(
        _ id: Int,
        message: IncomingMessage,
        result: Result<[DBusValue], any Error>,
        generation: Int
    ) {
        handlers.removeValue(forKey: id)
        reply(to: message, with: result, generation: generation)
    }

    private func reply(to message: IncomingMessage, with result: Result<[DBusValue], any Error>, generation: Int) {
        // A reply to a caller on an earlier connection would reach nobody, or the wrong peer.
        guard message.expectsReply, generation == self.generation else { return }
        do {
            try post(Self.answer(to: message, with: result))
        } catch {
            // The answer cannot be sent (too large, or an invalid name), so answer with the error instead of letting
            // the caller wait.
            try? post(Self.answer(to: message, with: .failure(error)))
        }
    }

    private static func answer(to message: IncomingMessage, with result: Result<[DBusValue], any Error>)
        -> OutgoingMessage
    {
        var answer = OutgoingMessage(kind: .methodReturn, destination: message.sender, replySerial: message.serial)
        switch result {
        case .success(let values): answer.body = values
        case .failure(let error):
            answer.kind = .error
            let known = (error as? DBusError).flatMap { $0.code == .remote ? $0 : nil }
            let name = known?.errorName ?? DBusErrorName.failed
            let text = known?.message ?? "The call failed."
            answer.errorName = NameCheck.isErrorName(name) ? name : DBusErrorName.failed
            answer.body = [.string(NameCheck.isText(text) ? text : "The call failed.")]
        }
        return answer
    }
}
