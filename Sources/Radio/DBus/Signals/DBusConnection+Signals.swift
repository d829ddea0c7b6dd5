extension DBusConnection {
    /// Subscribes to signals; on return the bus has the rules, so no later signal is missed.
    ///
    /// - Parameters:
    ///   - rule: The signals to receive.
    ///   - bufferLimit: How many signals are buffered for a slow consumer before a gap replaces further ones.
    /// - Throws: ``DBusError``; `CancellationError` if cancelled.
    public func signals(matching rule: DBusMatchRule, bufferLimit: Int = 1024) async throws -> DBusSignalStream {
        try await signals(matchingAny: [rule], bufferLimit: bufferLimit)
    }

    /// Subscribes to signals that match any of several rules, delivered in one order.
    ///
    /// See ``signals(matching:bufferLimit:)``.
    public func signals(matchingAny rules: [DBusMatchRule], bufferLimit: Int = 1024) async throws -> DBusSignalStream {
        let texts = try rules.map { try $0.text() }
        try requireConnected()
        let mailbox = Mailbox<DBusSignalEvent>(limit: bufferLimit) {
            .gap(DBusSignalGap(reason: .overflow, dropped: $0))
        }
        let id = nextID()
        subscriptions[id] = Subscription(rules: rules, texts: texts, mailbox: mailbox)
        let generation = generation
        do {
            try await addRules(rules, texts: texts)
            // A link reestablished in the meantime does not have this subscription.
            guard generation == self.generation else { throw DBusError.connectionLost }
        } catch {
            subscriptions[id] = nil
            throw error
        }
        subscriptions[id]?.isActive = true
        return DBusSignalStream(
            subscription: SubscriptionToken(mailbox: mailbox) { [weak self] in self?.enqueue { $0.unsubscribe(id) } }
        )
    }

    private func addRules(_ rules: [DBusMatchRule], texts: [String]) async throws {
        var tracked: [String] = []
        var added: [String] = []
        do {
            for name in rules.compactMap(\.wellKnownSender) {
                try await track(name)
                tracked.append(name)
            }
            for text in texts {
                _ = try await request(.bus("AddMatch", body: [.string(text)]))
                added.append(text)
            }
        } catch {
            removeRules(added)
            for name in tracked { untrack(name) }
            throw error
        }
    }

    /// Removes match rules; ignores failures, since the bus drops the rules of a lost link anyway.
    func removeRules(_ texts: [String]) {
        for text in texts {
            var message = OutgoingMessage.bus("RemoveMatch", body: [.string(text)])
            message.expectsReply = false
            try? post(message)
        }
    }

    func unsubscribe(_ id: Int) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        subscription.mailbox.finish()
        removeRules(subscription.texts)
        for name in subscription.rules.compactMap(\.wellKnownSender) { untrack(name) }
    }

    func receiveSignal(_ message: IncomingMessage) {
        // Ignores libdbus's local signals about the link; `drain` checks the link itself.
        guard let sender = message.sender, let path = message.path, let interface = message.interface,
            let member = message.member, interface != BusName.local
        else { return }
        let signal = DBusSignal(
            sender: sender,
            path: path,
            interface: interface,
            member: member,
            arguments: (try? message.body.get()) ?? [],
            ordinal: message.ordinal
        )
        followOwner(signal)
        let isWhole = (try? message.body.get()) != nil
        let owner = { (name: String) in self.trackedNames[name]?.owner }
        for subscription in subscriptions.values
        where subscription.rules.contains(where: { $0.matches(signal, owner: owner) }) {
            let gap = DBusSignalGap(reason: .undecodable, dropped: 1)
            subscription.mailbox.push(isWhole ? .signal(signal) : .gap(gap))
        }
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
        try post(
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
