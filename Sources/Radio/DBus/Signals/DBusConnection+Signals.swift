extension DBusConnection {
    /// Subscribes to signals; on return the bus has the rules, so no later signal is missed.
    ///
    /// - Parameters:
    ///   - rule: The signals to receive.
    ///   - bufferLimit: How many signals are buffered for a slow consumer before a gap replaces further ones.
    /// - Throws: ``DBusError``; `CancellationError` if cancelled.
    public func signals(matching rule: DBusMatchRule, bufferLimit: Int = 1024) async throws -> DBusSignalStream {
        try await subscriptions.subscribe([rule], bufferLimit: bufferLimit, over: self)
    }

    /// Subscribes to signals that match any of several rules, delivered in one order.
    ///
    /// See ``signals(matching:bufferLimit:)``.
    public func signals(matchingAny rules: [DBusMatchRule], bufferLimit: Int = 1024) async throws -> DBusSignalStream {
        try await subscriptions.subscribe(rules, bufferLimit: bufferLimit, over: self)
    }

    /// Emits a signal to all peers, or to one.
    ///
    /// - Throws: ``DBusError`` if the signal violates the D-Bus rules or the connection is down.
    public func emitSignal(
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue] = [],
        destination: String? = nil
    ) throws {
        try connectedSession().post(
            OutgoingMessage(
                kind: .signal,
                destination: destination,
                path: path,
                interface: interface,
                member: member,
                body: arguments
            )
        )
    }
}
