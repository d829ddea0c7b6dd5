extension DBusConnection {
    /// Subscribes to signals.
    ///
    /// When it returns, the bus has the rules: nothing sent later is missed.
    ///
    /// - Parameters:
    ///   - rule: Which signals.
    ///   - bufferLimit: How many wait for a slow consumer before a gap is marked instead.
    /// - Throws: ``DBusError``; `CancellationError` when cancelled.
    public func signals(matching rule: DBusMatchRule, bufferLimit: Int = 1024) async throws -> DBusSignalStream {
        try await signals(matchingAny: [rule], bufferLimit: bufferLimit)
    }

    /// Subscribes to signals that match one of several rules; they come in one order.
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
            try await addRules(rules, texts)
            // A link lost and made again meanwhile does not know this subscription.
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

    private func addRules(_ rules: [DBusMatchRule], _ texts: [String]) async throws {
        var tracked: [String] = []
        var added: [String] = []
        do {
            for name in rules.compactMap(\.wellKnownSender) {
                try await track(name)
                tracked.append(name)
            }
            for text in texts {
                _ = try await request(.bus("AddMatch", [.string(text)]))
                added.append(text)
            }
        } catch {
            removeRules(added)
            for name in tracked { untrack(name) }
            throw error
        }
    }

    /// The bus forgets rules by itself when the link is gone, so a failure here means nothing.
    func removeRules(_ texts: [String]) {
        for text in texts {
            var message = OutgoingMessage.bus("RemoveMatch", [.string(text)])
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
        // libdbus's own signals tell of the link; `drain` looks at the link itself.
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

    /// Sends a signal to everyone, or to one peer.
    ///
    /// - Throws: ``DBusError`` when it breaks the D-Bus rules or the connection is down.
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
