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

    /// Calls a method like ``call(destination:path:interface:member:arguments:timeout:)``, and also returns the reply's
    /// position among the signals.
    public func callInOrder(
        destination: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> DBusReply {
        try await request(
            .call(destination, path: path, interface: interface, member: member, body: arguments),
            timeout: timeout
        )
    }

    /// Sends a call and waits; `early` receives the result before any later message is handled.
    func request(
        _ message: OutgoingMessage,
        timeout: Duration? = nil,
        early: ((Result<DBusReply, any Error>) -> Void)? = nil
    ) async throws -> DBusReply {
        try Task.checkCancellation()
        try requireConnected()
        let id = nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try transmit(message, id: id, timeout: timeout ?? configuration.callTimeout) { result in
                        early?(result)
                        continuation.resume(with: result)
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            enqueue { $0.finish(call: id, result: .failure(CancellationError())) }
        }
    }

    /// Sends a call whose completion runs on the queue exactly once; throws if it could not be sent.
    func transmit(
        _ message: OutgoingMessage,
        id: Int? = nil,
        timeout: Duration,
        completion: @escaping (Result<DBusReply, any Error>) -> Void
    ) throws(DBusError) {
        guard let link else { throw .connectionLost }
        let id = id ?? nextID()
        let serial = try link.send(message)
        let late = DBusError(code: .timeout, message: "\(message.member ?? "The call") was not answered in time.")
        let timer = timer(after: timeout) { $0.finish(call: id, result: .failure(late)) }
        pending[id] = PendingCall(serial: serial, timer: timer, completion: completion)
        pendingIDs[serial] = id
    }

    /// Sends a message that expects no reply.
    func post(_ message: OutgoingMessage) throws(DBusError) {
        try requireConnected()
        guard let link else { throw .connectionLost }
        _ = try link.send(message)
    }

    func requireConnected() throws(DBusError) {
        switch phase {
        case .connected: return
        case .closed: throw .connectionClosed
        case .idle: throw DBusError(code: .disconnected, message: "Not connected to the bus yet; connect first.")
        case .connecting, .waiting: throw .connectionLost
        }
    }

    /// Completes a call; does nothing if it already ended.
    func finish(call id: Int, result: Result<DBusReply, any Error>) {
        guard let call = pending.removeValue(forKey: id) else { return }
        pendingIDs[call.serial] = nil
        call.completion(result)
    }

    func receiveReply(_ message: IncomingMessage) {
        // The call already timed out or was cancelled.
        guard let id = pendingIDs[message.replySerial] else { return }
        finish(call: id, result: Self.result(of: message))
    }

    private static func result(of message: IncomingMessage) -> Result<DBusReply, any Error> {
        guard message.kind == .error else {
            return message.body.map { DBusReply(arguments: $0, ordinal: message.ordinal) }.mapError { $0 }
        }
        let text = (try? message.body.get())?.first?.string
        return .failure(
            DBusError.remote(message.errorName ?? DBusErrorName.failed, message: text ?? "No reason was given.")
        )
    }
}
