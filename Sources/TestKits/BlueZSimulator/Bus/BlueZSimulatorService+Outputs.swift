import DBus

/// Performs the outputs of the simulation on the bus.
extension BlueZSimulatorService {
    func perform(_ output: SimulationOutput) async throws {
        switch output {
        case .reply(let call, let values): answer(call, result: .success(values))
        case .failure(let call, let error):
            answer(call, result: .failure(DBusError.remote(error.name, message: error.text)))
        case .event(let event): write(event)
        case .askAgent(let question): ask(question)
        case .tellAgent(let client, let path, let member): tell(client, path: path, member: member)
        case .daemonStarted: try await join()
        case .daemonStopped: await leave()
        case .daemonHangs(let isHanging): gate.set(isHanging)
        case .propertiesChanged, .interfacesAdded, .interfacesRemoved: try await show(output)
        }
    }

    private func show(_ output: SimulationOutput) async throws {
        guard let connection else { return }
        snapshot.apply(output)
        switch output {
        case .interfacesAdded(let path, let interfaces):
            try await connection.export(interfaces.keys.sorted().map { interface($0, at: path) }, at: path)
            try await emit(
                "InterfacesAdded",
                arguments: [.objectPath(path), .interfaces(interfaces)],
                over: connection
            )
        case .interfacesRemoved(let path, let names):
            try await connection.unexport(names, at: path)
            try await emit("InterfacesRemoved", arguments: [.objectPath(path), .strings(names)], over: connection)
        case .propertiesChanged(let path, let interface, let changed, let invalidated):
            try await connection.emitPropertiesChanged(
                path: path,
                interface: interface,
                changed: changed,
                invalidated: invalidated
            )
        default: break
        }
    }

    private func emit(_ member: String, arguments: [DBusValue], over connection: DBusConnection) async throws {
        try await connection.emitSignal(
            path: .root,
            interface: BlueZName.objectManager,
            member: member,
            arguments: arguments
        )
    }

    /// Connects as a new peer, like a bluetoothd that has just started.
    private func join() async throws {
        let connection = DBusConnection(address: address)
        self.connection = connection
        try await connection.connect()
        let snapshot = snapshot
        let gate = gate
        let manager = DBusMethod("GetManagedObjects", out: [InterfaceTable.objectsType]) { _ in
            await gate.pass()
            return [snapshot.managedObjects()]
        }
        try await connection.export([DBusInterface(BlueZName.objectManager, methods: [manager])], at: .root)
        let gone = try await connection.signals(
            matching: DBusMatchRule(
                sender: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: "NameOwnerChanged"
            )
        )
        work.append(
            Task { [weak self] in
                for await case .signal(let signal) in gone {
                    guard let name = signal.arguments.first?.string, name.hasPrefix(":"),
                        signal.arguments.last?.string == ""
                    else { continue }
                    await self?.clientLeft(name)
                }
            }
        )
        try await connection.requestName(BlueZName.service)
    }

    /// Leaves the bus, which then answers every pending call with NoReply.
    private func leave() async {
        await connection?.close()
        connection = nil
        for task in work { task.cancel() }
        work = []
        snapshot.apply(.daemonStopped)
        failWaiting()
    }

    private func ask(_ question: AgentQuestion) {
        guard let connection else { return }
        work.append(
            Task { [weak self] in
                var answer = AgentAnswer.accepted
                do {
                    let values = try await connection.call(
                        destination: question.client,
                        path: question.path,
                        interface: BlueZName.agent,
                        member: question.member,
                        arguments: question.body,
                        timeout: .seconds(60)
                    )
                    if case .uint32(let passkey)? = values.first { answer = .passkey(passkey) }
                } catch {
                    answer = .error((error as? DBusError)?.errorName ?? DBusErrorName.noReply)
                }
                await self?.agentAnswered(question.id, answer: answer)
            }
        )
    }

    private func tell(_ client: String, path: DBusObjectPath, member: String) {
        guard let connection else { return }
        work.append(
            Task {
                // The agent may be gone, and no caller waits for its answer.
                _ = try? await connection.call(
                    destination: client,
                    path: path,
                    interface: BlueZName.agent,
                    member: member,
                    arguments: []
                )
            }
        )
    }

    /// Makes an interface whose methods this service handles and whose properties come from the snapshot.
    private func interface(_ name: String, at path: DBusObjectPath) -> DBusInterface {
        let methods = InterfaceTable.methods(of: name).map { method in
            DBusMethod(method.name, in: method.input, out: method.output) { [weak self] call in
                guard let self else { throw CancellationError() }
                return try await self.handle(
                    sender: call.sender,
                    path: call.path,
                    interface: call.interface,
                    member: call.member,
                    arguments: call.arguments
                )
            }
        }
        let properties = InterfaceTable.properties(of: name).map { property(name, property: $0, at: path) }
        return DBusInterface(name, methods: methods, properties: properties)
    }

    private func property(
        _ interface: String,
        property: InterfaceTable.Property,
        at path: DBusObjectPath
    ) -> DBusProperty {
        let snapshot = snapshot
        let gate = gate
        let get: DBusProperty.Getter = {
            await gate.pass()
            guard let value = snapshot.value(path, interface: interface, name: property.name) else {
                throw DBusError.remote(DBusErrorName.invalidArgs, message: "No such property '\(property.name)'")
            }
            return value
        }
        guard property.isWritable else { return DBusProperty(property.name, type: property.type, get: get) }
        return DBusProperty(property.name, type: property.type, get: get) { [weak self] value, sender in
            _ = try await self?.handle(
                sender: sender,
                path: path,
                interface: BlueZName.properties,
                member: "Set",
                arguments: [.string(interface), .string(property.name), .variant(value)]
            )
        }
    }
}
