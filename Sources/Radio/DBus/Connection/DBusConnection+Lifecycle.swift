internal import Dispatch
internal import LoopExecutor

extension DBusConnection {
    /// Opens a new link and sends the Hello call.
    func attempt() {
        progress.enter(.connecting)
        let number = numbers.next()
        do {
            let session = try BusSession(
                number: number,
                address: address,
                gathering: configuration.gathering,
                queue: executor.queue
            ) { [weak self] event in self?.assumeIsolated { $0.handle(event, of: number) } }
            self.session = session
            try session.activate()
            try session.call(.bus("Hello"), id: numbers.next(), timeout: configuration.connectTimeout) { result in
                self.greeted(result, number: number)
            }
            drain()
        } catch {
            attemptFailed(error)
        }
    }

    private func greeted(_ result: Result<DBusReply, any Error>, number: Int) {
        guard let session, session.number == number, case .connecting = progress.phase else { return }
        switch result {
        case .failure(let error): attemptFailed(error)
        case .success(let reply):
            guard let name = reply.arguments.first?.string else {
                return attemptFailed(
                    DBusError(code: .malformed, message: "The bus's greeting does not contain a name.")
                )
            }
            restore(session, as: name)
        }
    }

    /// Restores everything that the last connection had, with pipelined requests.
    ///
    /// The bus answers in order, so the last answer completes the restoration.
    private func restore(_ session: BusSession, as name: String) {
        let number = session.number
        let requests =
            names.ruleRequests + subscriptions.ruleRequests + names.ownerRequests + names.nameRequests
        guard !requests.isEmpty else { return restored(as: name) }
        do {
            for (index, request) in requests.enumerated() {
                let id = numbers.next()
                // The closure captures only what is sendable; Swift 6.2 refuses the request itself.
                let (subject, isLast) = (request.subject, index == requests.count - 1)
                try session.call(request.message, id: id, timeout: configuration.connectTimeout) { result in
                    guard self.session?.number == number, case .connecting = self.progress.phase else { return }
                    do {
                        try self.names.restore(subject, from: result)
                    } catch {
                        return self.attemptFailed(error)
                    }
                    if isLast { self.restored(as: name) }
                }
            }
        } catch {
            attemptFailed(error)
        }
    }

    private func restored(as name: String) {
        backoff.reset()
        subscriptions.mark(.reconnected)
        progress.enter(.connected(uniqueName: name))
        progress.endWaits(.success(()))
    }

    private func attemptFailed(_ error: any Error) {
        let error = DBusError.connectFailure(error)
        dropSession(failingCallsWith: error)
        progress.endWaits(.failure(error))
        if progress.hasConnected { retryLater() } else { progress.enter(.idle) }
    }

    /// Handles the loss of the link: ends everything that depends on it and schedules a new attempt.
    private func linkLost() {
        if case .connecting = progress.phase {
            return attemptFailed(DBusError(code: .connectFailed, message: "The bus closed the connection at once."))
        }
        guard case .connected = progress.phase else { return }
        dropSession(failingCallsWith: .connectionLost)
        names.loseOwners()
        subscriptions.mark(.disconnected)
        retryLater()
    }

    private func retryLater() {
        progress.enter(.waiting)
        var random = SystemRandomNumberGenerator()
        retryTimer = LoopTimer(after: backoff.next(using: &random), queue: executor.queue) { [weak self] in
            self?.assumeIsolated { connection in
                guard case .waiting = connection.progress.phase else { return }
                connection.attempt()
            }
        }
    }

    func dropSession(failingCallsWith error: DBusError) {
        // Gone before its calls fail, so that none of them meets it again.
        let dropped = session
        session = nil
        dropped?.close(failingCallsWith: error)
    }

    private func handle(_ event: SessionEvent, of number: Int) {
        guard let session, session.number == number else { return }
        session.handle(event)
        drain()
        // After a rest the socket is watched until it has something, which may be the loss of the bus.
        if case .source = event, self.session?.number == number { session.restIfQuiet() }
    }

    /// Handles all received messages, then checks whether the link is still up.
    private func drain() {
        while let session, let popped = session.pop(ordinal: lastOrdinal + 1) {
            lastOrdinal += 1
            guard case .message(let message) = popped else { continue }
            receive(message, in: session)
        }
        if let session, !session.isConnected { linkLost() }
    }

    private func receive(_ message: IncomingMessage, in session: BusSession) {
        switch message.kind {
        case .methodReturn, .error: session.receiveReply(message)
        case .signal:
            guard let signal = message.signal else { return }
            names.follow(signal)
            subscriptions.deliver(signal, isWhole: message.isWhole, owner: names.owner)
        case .methodCall: objects.receive(message, in: session, over: self)
        }
    }
}
