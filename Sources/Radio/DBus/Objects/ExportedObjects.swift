/// The objects that a connection exports, and the handling of calls on them.
///
/// It belongs to one connection and runs in its isolation only.
final class ExportedObjects {
    private var tree = ObjectTree()

    func export(_ interfaces: [DBusInterface], at path: DBusObjectPath, over connection: isolated DBusConnection)
        async throws
    {
        try NameCheck.requireObjectPath(path)
        for interface in interfaces { try interface.check() }
        tree.add(interfaces, at: path)
        guard !interfaces.isEmpty, let manager = tree.manager(of: path) else { return }
        let added = await PropertyReader.interfaces(interfaces)
        try announce(BusName.interfacesAdded, by: manager, arguments: [.objectPath(path), added], over: connection)
    }

    func unexport(_ interfaces: [String]?, at path: DBusObjectPath, over connection: isolated DBusConnection) throws {
        let removed = tree.remove(interfaces, at: path)
        guard !removed.isEmpty, let manager = tree.manager(of: path) else { return }
        let arguments: [DBusValue] = [.objectPath(path), .strings(removed)]
        try announce(BusName.interfacesRemoved, by: manager, arguments: arguments, over: connection)
    }

    func addManager(at path: DBusObjectPath) throws {
        try NameCheck.requireObjectPath(path)
        tree.addManager(at: path)
    }

    private func announce(
        _ member: String,
        by manager: DBusObjectPath,
        arguments: [DBusValue],
        over connection: isolated DBusConnection
    ) throws {
        let interface = BusName.objectManager
        do {
            try connection.emitSignal(path: manager, interface: interface, member: member, arguments: arguments)
        } catch let error as DBusError where error.code == .disconnected {
            // No peer can receive the signal; later ones read the managed objects.
            return
        }
    }

    /// Runs the handler of a received call, and answers when it is done.
    func receive(_ message: IncomingMessage, in session: BusSession, over connection: isolated DBusConnection) {
        guard session.handlers.count < connection.configuration.concurrentHandlers else {
            let error = DBusError.remote(
                DBusErrorName.limitsExceeded,
                message: "Too many calls are being handled; try later."
            )
            return answer(message, with: .failure(error), in: session)
        }
        let id = connection.numbers.next()
        let number = session.number
        let router = CallRouter(tree: tree, message: message)
        session.handlers.updateValue(nil, forKey: id)
        // Unstructured, because a call arrives outside any task; closing the session cancels it. It starts at once, so
        // that handlers enter their actors in call order.
        let task = Task.immediate {
            let result: Result<[DBusValue], any Error>
            do {
                result = .success(try await router.answer())
            } catch {
                result = .failure(error)
            }
            // A reply to a caller on an earlier link would be lost, or reach the wrong peer.
            guard let session = connection.session, session.number == number else { return }
            session.handlers.removeValue(forKey: id)
            connection.objects.answer(message, with: result, in: session)
        }
        if session.handlers.keys.contains(id) { session.handlers.updateValue(task, forKey: id) }
    }

    private func answer(_ message: IncomingMessage, with result: Result<[DBusValue], any Error>, in session: BusSession)
    {
        guard message.expectsReply else { return }
        do {
            try session.post(.answer(to: message, with: result))
        } catch {
            do {
                // The answer cannot be sent (too large, or an invalid name), so answer with the error instead of
                // letting the caller wait.
                try session.post(.answer(to: message, with: .failure(error)))
            } catch {
                // The link is gone, and the bus tells the caller so; or it is full, and the caller's timeout ends it.
                return
            }
        }
    }

    /// Forgets every object.
    func clear() {
        tree = ObjectTree()
    }
}
