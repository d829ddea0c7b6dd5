extension DBusConnection {
    /// Acquires a well-known name, and reacquires it after every reconnect until it is released.
    ///
    /// - Throws: ``DBusError`` with code `nameNotAcquired` if another process owns the name, even if this request was
    ///   queued.
    public func requestName(_ name: String, options: DBusNameOptions = .doNotQueue) async throws {
        let reply = try await request(Self.nameRequest(name, options: options))
        try Self.checkAcquired(reply, name: name)
        ownedNames[name] = options
    }

    /// Releases a name.
    ///
    /// - Throws: ``DBusError``.
    public func releaseName(_ name: String) async throws {
        ownedNames[name] = nil
        _ = try await request(.bus("ReleaseName", body: [.string(name)]))
    }

    /// The unique name of a name's owner; nil if it has none.
    ///
    /// - Throws: ``DBusError``.
    public func nameOwner(of name: String) async throws -> String? {
        do {
            return try await request(.bus("GetNameOwner", body: [.string(name)])).arguments.first?.string
        } catch let error as DBusError where error.errorName == DBusErrorName.nameHasNoOwner {
            return nil
        }
    }

    /// The current owner of a name and each new owner; nil while it has none or the bus is down.
    ///
    /// A slow consumer sees only the newest. A restarted owner always appears with another unique name.
    ///
    /// - Throws: ``DBusError`` if the watch cannot be set up.
    public func nameOwners(of name: String) async throws -> AsyncStream<String?> {
        try NameCheck.requireBusName(name)
        try await track(name)
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(1))
        let id = nextID()
        continuation.yield(trackedNames[name]?.owner)
        trackedNames[name]?.observers[id] = continuation
        continuation.onTermination = { [weak self] _ in
            self?.enqueue {
                guard $0.trackedNames[name]?.observers.removeValue(forKey: id) != nil else { return }
                $0.untrack(name)
            }
        }
        return stream
    }

    /// Starts to track a name's owner.
    ///
    /// Stores the answer in the order of received messages, so it cannot undo a change that follows it.
    func track(_ name: String) async throws {
        let text = try DBusMatchRule.nameOwnerChanged(name).text()
        let generation = generation
        _ = try await request(.bus("AddMatch", body: [.string(text)]))
        trackedNames[name, default: TrackedName()].uses += 1
        do {
            _ = try await request(.bus("GetNameOwner", body: [.string(name)])) { result in
                self.setOwner(try? result.get().arguments.first?.string, of: name)
            }
        } catch let error as DBusError where error.errorName == DBusErrorName.nameHasNoOwner {
            return
        } catch {
            if generation == self.generation { removeRules([text]) }
            forget(name)
            throw error
        }
    }

    func untrack(_ name: String) {
        if let text = try? DBusMatchRule.nameOwnerChanged(name).text() { removeRules([text]) }
        forget(name)
    }

    private func forget(_ name: String) {
        trackedNames[name]?.uses -= 1
        if trackedNames[name]?.uses == 0 { trackedNames[name] = nil }
    }

    func setOwner(_ owner: String?, of name: String) {
        guard trackedNames[name] != nil, trackedNames[name]?.owner != owner else { return }
        trackedNames[name]?.owner = owner
        for observer in trackedNames[name]?.observers.values.map(\.self) ?? [] { observer.yield(owner) }
    }

    func followOwner(_ signal: DBusSignal) {
        guard signal.sender == BusName.bus, signal.interface == BusName.bus,
            signal.member == BusName.nameOwnerChanged, signal.arguments.count == 3,
            let name = signal.arguments[0].string, let owner = signal.arguments[2].string
        else { return }
        setOwner(owner.isEmpty ? nil : owner, of: name)
    }

    /// The requests that restore a new connection: match rules, owners of tracked names, and our own names.
    func restoreRequests() -> [RestoreRequest] {
        let active = subscriptions.sorted { $0.key < $1.key }.map(\.value).filter(\.isActive)
        let tracking = trackedNames.flatMap { name, tracked in
            let rule = (try? DBusMatchRule.nameOwnerChanged(name).text()) ?? ""
            return Array(repeating: rule, count: tracked.uses)
        }
        let rules = (tracking + active.flatMap(\.texts)).map { text in
            RestoreRequest(message: .bus("AddMatch", body: [.string(text)])) { _ = try $0.get() }
        }
        let owners = trackedNames.keys.map { name in
            RestoreRequest(message: .bus("GetNameOwner", body: [.string(name)])) { result in
                // "No owner" is a valid answer; a lost link ends the attempt in any case.
                self.setOwner(try? result.get().arguments.first?.string, of: name)
            }
        }
        let names = ownedNames.map { name, options in
            RestoreRequest(message: Self.nameRequest(name, options: options)) {
                try Self.checkAcquired(try $0.get(), name: name)
            }
        }
        return rules + owners + names
    }

    private static func nameRequest(_ name: String, options: DBusNameOptions) -> OutgoingMessage {
        .bus("RequestName", body: [.string(name), .uint32(options.rawValue)])
    }

    private static func checkAcquired(_ reply: DBusReply, name: String) throws(DBusError) {
        // 1: primary owner, 4: already owner; 2: in queue, 3: exists.
        guard let code = reply.arguments.first?.integer, code == 1 || code == 4 else {
            throw DBusError(
                code: .nameNotAcquired,
                message: "Another process owns the bus name \(name); stop it or choose another name."
            )
        }
    }
}
