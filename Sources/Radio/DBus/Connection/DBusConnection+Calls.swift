extension DBusConnection {
    /// Calls a method and returns the arguments of its reply.
    ///
    /// Cancelling the task ends the wait at once; the peer may still execute the call.
    ///
    /// - Parameters:
    ///   - destination: A unique or well-known bus name.
    ///   - path: The path of the object.
    ///   - interface: The interface of the method.
    ///   - member: The name of the method.
    ///   - arguments: The arguments of the call.
    ///   - timeout: How long to wait for the reply; nil uses the configuration's call timeout.
    /// - Returns: The arguments of the reply.
    /// - Throws: ``DBusError``, with code `remote` and the error name if the peer answered with an error;
    ///   `CancellationError` if cancelled.
    public func call(
        destination: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> [DBusValue] {
        try await request(
            .call(destination, path: path, interface: interface, member: member, body: arguments),
            timeout: timeout
        ).arguments
    }

    /// Sends a call and waits; once it is sent, `early` receives the result before any later message is handled.
    func request(
        _ message: OutgoingMessage,
        timeout: Duration? = nil,
        early: ((Result<DBusReply, any Error>) -> Void)? = nil
    ) async throws -> DBusReply {
        try Task.checkCancellation()
        let session = try connectedSession()
        let id = numbers.next()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try session.call(message, id: id, timeout: timeout ?? configuration.callTimeout) { result in
                        early?(result)
                        continuation.resume(with: result)
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            enqueue { $0.session?.end(call: id, result: .failure(CancellationError())) }
        }
    }

    /// The session, once it is greeted and everything is restored.
    func connectedSession() throws(DBusError) -> BusSession {
        switch progress.phase {
        case .connected:
            guard let session else { throw .connectionLost }
            return session
        case .closed: throw .connectionClosed
        case .idle: throw DBusError(code: .disconnected, message: "Not connected to the bus yet; connect first.")
        case .connecting, .waiting: throw .connectionLost
        }
    }
}

extension DBusConnection {
    /// Acquires a well-known name, and reacquires it after every reconnect until it is released.
    ///
    /// - Throws: ``DBusError`` with code `nameNotAcquired` if another process owns the name, even if this request was
    ///   queued.
    public func requestName(_ name: String, options: DBusNameOptions = .doNotQueue) async throws {
        try await names.acquire(name, options: options, over: self)
    }

    /// Releases a name.
    ///
    /// - Throws: ``DBusError``.
    public func releaseName(_ name: String) async throws {
        try await names.release(name, over: self)
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
        try await names.owners(of: name, over: self)
    }
}
