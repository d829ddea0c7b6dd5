extension DBusConnection {
    /// An event source of a link fired.
    func handle(_ event: BusEvent, of generation: Int) {
        guard generation == self.generation, let link else { return }
        link.handle(event)
        drain()
    }

    /// Takes what came in, then sees whether the link still stands.
    func drain() {
        while let link, let popped = link.pop(ordinal: lastOrdinal + 1) {
            lastOrdinal += 1
            guard case .message(let message) = popped else { continue }
            receive(message)
        }
        if let link, !link.isConnected { linkLost() }
    }

    private func receive(_ message: IncomingMessage) {
        switch message.kind {
        case .methodReturn, .error: receiveReply(message)
        case .signal: receiveSignal(message)
        case .methodCall: receiveCall(message)
        }
    }
}
