/// The subscriptions of a connection; those in force come back after a reconnect.
///
/// It belongs to one connection and runs in its isolation only.
final class SignalSubscriptions {
    private var subscriptions: [Int: Subscription] = [:]

    func subscribe(_ rules: [DBusMatchRule], bufferLimit: Int, over connection: isolated DBusConnection) async throws
        -> DBusSignalStream
    {
        let texts = try rules.map { try $0.text() }
        _ = try connection.connectedSession()
        let mailbox = Mailbox<DBusSignalEvent>(limit: bufferLimit) {
            .gap(DBusSignalGap(reason: .overflow, dropped: $0))
        }
        let id = connection.numbers.next()
        subscriptions[id] = Subscription(rules: rules, texts: texts, mailbox: mailbox)
        try await addRules(of: id, rules: rules, texts: texts, over: connection)
        return DBusSignalStream(
            subscription: SubscriptionToken(mailbox: mailbox) { [weak connection] in
                connection?.enqueue { $0.subscriptions.unsubscribe(id, over: $0) }
            }
        )
    }

    private func addRules(
        of id: Int,
        rules: [DBusMatchRule],
        texts: [String],
        over connection: isolated DBusConnection
    ) async throws {
        var tracked: [String] = []
        var session: Int?
        do {
            for name in rules.compactMap(\.wellKnownSender) {
                try await connection.names.track(name, over: connection)
                tracked.append(name)
            }
            session = try connection.connectedSession().number
            for text in texts {
                // A link made in the meantime lacks the rules added before this one.
                guard try connection.connectedSession().number == session else { throw DBusError.connectionLost }
                // Counted at the reply: a link lost right after it brings the whole subscription back.
                try await MatchRules.add(text, over: connection) { self.subscriptions[id]?.added += 1 }
            }
        } catch {
            let added = subscriptions.removeValue(forKey: id)?.added ?? 0
            if connection.session?.number == session { MatchRules.remove(Array(texts.prefix(added)), over: connection) }
            for name in tracked { connection.names.untrack(name, over: connection) }
            throw error
        }
    }

    private func unsubscribe(_ id: Int, over connection: isolated DBusConnection) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        subscription.mailbox.finish()
        MatchRules.remove(subscription.texts, over: connection)
        for name in subscription.rules.compactMap(\.wellKnownSender) {
            connection.names.untrack(name, over: connection)
        }
    }

    /// Passes a signal to the subscriptions that it matches.
    ///
    /// - Parameters:
    ///   - isWhole: Whether its arguments could be read; otherwise a gap takes its place.
    ///   - owner: The owner of a well-known name.
    func deliver(_ signal: DBusSignal, isWhole: Bool, owner: (String) -> String?) {
        let event = isWhole ? DBusSignalEvent.signal(signal) : .gap(DBusSignalGap(reason: .undecodable, dropped: 1))
        for subscription in subscriptions.values
        where subscription.rules.contains(where: { $0.matches(signal, owner: owner) }) {
            subscription.mailbox.push(event)
        }
    }

    /// Adds a gap to every active subscription.
    func mark(_ reason: DBusSignalGap.Reason) {
        for subscription in subscriptions.values where subscription.isActive {
            subscription.mailbox.pushAlways(.gap(DBusSignalGap(reason: reason)))
        }
    }

    /// The requests that restore the subscriptions on a new link.
    var ruleRequests: [RestoreRequest] {
        let active = subscriptions.sorted { $0.key < $1.key }.map(\.value).filter(\.isActive)
        return active.flatMap(\.texts).map(RestoreRequest.rule)
    }

    /// Ends every subscription.
    func finish() {
        for subscription in subscriptions.values { subscription.mailbox.finish() }
        subscriptions = [:]
    }

    deinit { finish() }
}

/// The rules of a subscription and the mailbox for its signals.
private struct Subscription {
    let rules: [DBusMatchRule]
    /// The texts of the rules as passed to AddMatch.
    let texts: [String]
    let mailbox: Mailbox<DBusSignalEvent>
    /// How many of the rules the bus has added.
    var added = 0
    /// Whether the rules are in force; only then does a reconnect add them again.
    var isActive: Bool { added == texts.count }
}

/// Adds match rules to the bus and removes them.
enum MatchRules {
    /// Adds a rule; `added` runs once the bus has it, before any later message is handled.
    static func add(_ text: String, over connection: isolated DBusConnection, added: @escaping () -> Void) async throws
    {
        _ = try await connection.request(.bus("AddMatch", body: [.string(text)])) { result in
            switch result {
            case .success: added()
            case .failure(let error) where error is CancellationError || (error as? DBusError)?.code == .timeout:
                // The call was sent but has no completion: the bus adds the rule, so remove it again.
                remove([text], over: connection)
            case .failure: break
            }
        }
    }

    /// Removes rules that the present link has.
    static func remove(_ texts: [String], over connection: isolated DBusConnection) {
        for text in texts {
            var message = OutgoingMessage.bus("RemoveMatch", body: [.string(text)])
            message.expectsReply = false
            // Cleanup: a lost link took its rules along; on a full one, a leftover rule only costs signals that no
            // subscription matches.
            try? connection.session?.post(message)
        }
    }
}
