/// The names that a connection owns, and the names whose owners it follows; both come back after a reconnect.
///
/// It belongs to one connection and runs in its isolation only.
final class BusNames {
    private var owned: [String: DBusNameOptions] = [:]
    private var tracked: [String: TrackedName] = [:]

    // MARK: - Our own names

    func acquire(_ name: String, options: DBusNameOptions, over connection: isolated DBusConnection) async throws {
        let reply = try await connection.request(Self.request(name, options: options)) { result in
            // Noted before any later message: a link that ends right after must bring the name back.
            if case .success(let reply) = result, Self.isAcquired(reply) { self.owned[name] = options }
        }
        try Self.checkAcquired(reply, name: name)
    }

    func release(_ name: String, over connection: isolated DBusConnection) async throws {
        owned[name] = nil
        _ = try await connection.request(.bus("ReleaseName", body: [.string(name)]))
    }

    // MARK: - Owners of names

    /// The unique name of a tracked name's owner; nil if it has none or is not tracked.
    func owner(of name: String) -> String? { tracked[name]?.owner }

    /// The current owner of a name and each new one.
    func owners(of name: String, over connection: isolated DBusConnection) async throws -> AsyncStream<String?> {
        try NameCheck.requireBusName(name)
        try await track(name, over: connection)
        // If the connection was closed meanwhile, the name was forgotten, and its stream would never end.
        guard let present = tracked[name] else { throw DBusError.connectionClosed }
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(1))
        let id = connection.numbers.next()
        continuation.yield(present.owner)
        tracked[name]?.observers[id] = continuation
        continuation.onTermination = { [weak connection] _ in
            connection?.enqueue { $0.names.stopObserving(name, id: id, over: $0) }
        }
        return stream
    }

    private func stopObserving(_ name: String, id: Int, over connection: isolated DBusConnection) {
        guard tracked[name]?.observers.removeValue(forKey: id) != nil else { return }
        untrack(name, over: connection)
    }

    /// Starts to track a name's owner.
    ///
    /// Each answer is stored in the order of received messages, so it cannot undo a change that follows it.
    func track(_ name: String, over connection: isolated DBusConnection) async throws {
        let rule = try DBusMatchRule.nameOwnerChanged(name).text()
        try await MatchRules.add(rule, over: connection) {
            self.tracked[name, default: TrackedName(rule: rule)].uses += 1
        }
        do {
            _ = try await connection.request(.bus("GetNameOwner", body: [.string(name)])) { result in
                // A failure is thrown to the caller, who stops tracking.
                if case .success(let owner) = Self.owner(in: result) { self.setOwner(owner, of: name) }
            }
        } catch let error as DBusError where error.errorName == DBusErrorName.nameHasNoOwner {
            return
        } catch {
            untrack(name, over: connection)
            throw error
        }
    }

    func untrack(_ name: String, over connection: isolated DBusConnection) {
        guard let rule = tracked[name]?.rule else { return }
        tracked[name]?.uses -= 1
        if tracked[name]?.uses == 0 { tracked[name] = nil }
        MatchRules.remove([rule], over: connection)
    }

    /// Applies a signal of the bus about a name's owner.
    func follow(_ signal: DBusSignal) {
        guard signal.sender == BusName.bus, signal.interface == BusName.bus,
            signal.member == BusName.nameOwnerChanged, signal.arguments.count == 3,
            let name = signal.arguments[0].string, let owner = signal.arguments[2].string
        else { return }
        setOwner(owner.isEmpty ? nil : owner, of: name)
    }

    /// Forgets every owner, because no process is reachable while the bus is down.
    func loseOwners() {
        for name in tracked.keys { setOwner(nil, of: name) }
    }

    private func setOwner(_ owner: String?, of name: String) {
        guard tracked[name] != nil, tracked[name]?.owner != owner else { return }
        tracked[name]?.owner = owner
        for observer in tracked[name]?.observers.values.map(\.self) ?? [] { observer.yield(owner) }
    }

    /// Ends the streams and forgets every name.
    func finish() {
        for name in tracked.values {
            for observer in name.observers.values { observer.finish() }
        }
        (owned, tracked) = ([:], [:])
    }

    deinit { finish() }
}

/// The requests that restore the names on a new link.
extension BusNames {
    var ruleRequests: [RestoreRequest] {
        tracked.values.flatMap { name in Array(repeating: RestoreRequest.rule(name.rule), count: name.uses) }
    }

    var ownerRequests: [RestoreRequest] {
        tracked.keys.map { name in
            RestoreRequest(message: .bus("GetNameOwner", body: [.string(name)]), subject: .owner(ofName: name))
        }
    }

    var nameRequests: [RestoreRequest] {
        owned.map { name, options in
            RestoreRequest(message: Self.request(name, options: options), subject: .ownName(name))
        }
    }

    /// Handles the answer to a request; throws to abandon the connection attempt.
    func restore(_ subject: RestoreRequest.Subject, from result: Result<DBusReply, any Error>) throws {
        switch subject {
        case .rule: _ = try result.get()
        // Without the owner every signal of the name would be missed, so any other failure ends the attempt.
        case .owner(let name): setOwner(try Self.owner(in: result).get(), of: name)
        case .ownName(let name): try Self.checkAcquired(try result.get(), name: name)
        }
    }

    /// The owner that a reply to GetNameOwner names; nil if the name has none.
    static func owner(in result: Result<DBusReply, any Error>) -> Result<String?, any Error> {
        switch result {
        case .success(let reply): .success(reply.arguments.first?.string)
        case .failure(let error as DBusError) where error.errorName == DBusErrorName.nameHasNoOwner: .success(nil)
        case .failure(let error): .failure(error)
        }
    }

    private static func request(_ name: String, options: DBusNameOptions) -> OutgoingMessage {
        .bus("RequestName", body: [.string(name), .uint32(options.rawValue)])
    }

    private static func isAcquired(_ reply: DBusReply) -> Bool {
        // 1: primary owner, 4: already owner; 2: in queue, 3: exists.
        reply.arguments.first?.integer.map { $0 == 1 || $0 == 4 } ?? false
    }

    private static func checkAcquired(_ reply: DBusReply, name: String) throws(DBusError) {
        guard isAcquired(reply) else {
            throw DBusError(
                code: .nameNotAcquired,
                message: "Another process owns the bus name \(name); stop it or choose another name."
            )
        }
    }
}

/// A well-known name whose owner the connection tracks.
private struct TrackedName {
    /// The text of the rule for changes of the owner.
    let rule: String
    /// The number of match rules that need the name.
    var uses = 0
    /// The owner's unique name.
    var owner: String?
    var observers: [Int: AsyncStream<String?>.Continuation] = [:]
}
