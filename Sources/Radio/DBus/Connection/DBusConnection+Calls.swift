extension DBusConnection {
    /// Calls a method and waits for its reply.
    ///
    /// Cancelling the task ends the wait at once; the peer may still carry the call out.
    ///
    /// - Parameters:
    ///   - destination: A unique or well-known bus name.
    ///   - path: The object.
    ///   - interface: The method's interface.
    ///   - member: The method.
    ///   - arguments: Its arguments.
    ///   - timeout: How long to wait; nil for the configuration's time.
    /// - Returns: The reply's arguments.
    /// - Throws: ``DBusError``; code `remote` carries the peer's error name. `CancellationError` when cancelled.
    public func call(
        destination: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> [DBusValue] {
        try await request(.call(destination, path, interface, member, arguments), timeout: timeout).arguments
    }

    /// Calls a method as ``call(destination:path:interface:member:arguments:timeout:)`` does and tells the reply's place
    /// among the signals.
    public func callInOrder(
        destination: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> DBusReply {
        try await request(.call(destination, path, interface, member, arguments), timeout: timeout)
    }

    /// Sends a call and waits; `early` sees the result in the order of what came in, before anything later is handled.
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
            enqueue { $0.finish(call: id, .failure(CancellationError())) }
        }
    }

    /// Sends a call whose completion runs on the queue exactly once; throws when it was not sent.
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
        let timer = timer(after: timeout) { $0.finish(call: id, .failure(late)) }
        pending[id] = PendingCall(serial: serial, timer: timer, completion: completion)
        pendingIDs[serial] = id
    }

    /// Sends a message that nobody answers.
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

    /// Ends a call; a call that ended already stays as it is.
    func finish(call id: Int, _ result: Result<DBusReply, any Error>) {
        guard let call = pending.removeValue(forKey: id) else { return }
        pendingIDs[call.serial] = nil
        call.completion(result)
    }

    func receiveReply(_ message: IncomingMessage) {
        // A reply after its time-out or cancellation has no call any more.
        guard let id = pendingIDs[message.replySerial] else { return }
        finish(call: id, Self.result(of: message))
    }

    private static func result(of message: IncomingMessage) -> Result<DBusReply, any Error> {
        guard message.kind == .error else {
            return message.body.map { DBusReply(arguments: $0, ordinal: message.ordinal) }.mapError { $0 }
        }
        let text = (try? message.body.get())?.first?.string
        return .failure(DBusError.remote(message.errorName ?? DBusErrorName.failed, text ?? "No reason was given."))
    }
}
