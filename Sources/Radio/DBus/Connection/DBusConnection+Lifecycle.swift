internal import Dispatch
internal import LoopExecutor

extension DBusConnection {
    /// Connects to the bus; does nothing if already connected.
    ///
    /// After the first success the connection reconnects automatically until ``close()``.
    ///
    /// - Throws: ``DBusError`` with code `connectFailed` (retriable) or `closed`.
    public func connect() async throws {
        switch phase {
        case .connected: return
        case .closed: throw DBusError.connectionClosed
        case .idle, .connecting, .waiting: break
        }
        try await withCheckedThrowingContinuation { waiter in
            connectWaiters.append(waiter)
            if case .idle = phase { attempt() }
        }
    }

    /// Closes the connection permanently: calls fail, streams end, and handlers are cancelled.
    public func close() {
        if case .closed = phase { return }
        phase = .closed
        retryTimer = nil
        dropLink(failingCallsWith: .connectionClosed)
        resumeConnectWaiters(.failure(.connectionClosed))
        publish(.closed)
        for observer in stateObservers.values { observer.finish() }
        for name in trackedNames.values {
            for observer in name.observers.values { observer.finish() }
        }
        for subscription in subscriptions.values { subscription.mailbox.finish() }
        (stateObservers, trackedNames, subscriptions, ownedNames) = ([:], [:], [:], [:])
        objects = ObjectTree()
    }

    /// The current state and all later changes; a slow consumer sees only the newest.
    public func states() -> AsyncStream<DBusConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DBusConnectionState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        switch phase {
        case .connected(let name): continuation.yield(.connected(uniqueName: name))
        case .closed:
            continuation.yield(.closed)
            continuation.finish()
            return stream
        case .idle, .connecting, .waiting: continuation.yield(.disconnected)
        }
        let id = nextID()
        stateObservers[id] = continuation
        continuation.onTermination = { [weak self] _ in self?.enqueue { $0.stateObservers[id] = nil } }
        return stream
    }

    /// Schedules work in the actor from any thread; work runs in order.
    nonisolated func enqueue(_ work: @escaping @Sendable (isolated DBusConnection) -> Void) {
        executor.queue.async { self.assumeIsolated { work($0) } }
    }

    /// Runs work in the actor after a delay, unless the timer is released first.
    func timer(
        after delay: Duration,
        _ work: @escaping @Sendable (isolated DBusConnection) -> Void
    ) -> LoopTimer {
        LoopTimer(after: delay, queue: executor.queue) { [weak self] in self?.assumeIsolated { work($0) } }
    }

    /// Opens a new link and sends the Hello call.
    func attempt() {
        phase = .connecting
        generation += 1
        let generation = generation
        do {
            let link = try BusLink(address: address.string, queue: executor.queue) { [weak self] event in
                self?.assumeIsolated { $0.handle(event, of: generation) }
            }
            self.link = link
            try link.activate()
            try transmit(.bus("Hello"), timeout: configuration.connectTimeout) { result in
                self.greeted(result, generation: generation)
            }
            drain()
        } catch {
            attemptFailed(error)
        }
    }

    private func greeted(_ result: Result<DBusReply, any Error>, generation: Int) {
        guard generation == self.generation, case .connecting = phase else { return }
        switch result {
        case .failure(let error): attemptFailed(error)
        case .success(let reply):
            guard let name = reply.arguments.first?.string else {
                return attemptFailed(DBusError(code: .malformed, message: "The bus's greeting holds no name."))
            }
            restore(as: name)
        }
    }

    /// Restores everything that the last connection had, with pipelined requests.
    ///
    /// The bus answers in order, so the last answer completes the restoration.
    private func restore(as name: String) {
        let generation = generation
        let requests = restoreRequests()
        guard !requests.isEmpty else { return restored(as: name) }
        do {
            for (index, request) in requests.enumerated() {
                try transmit(request.message, timeout: configuration.connectTimeout) { result in
                    guard generation == self.generation, case .connecting = self.phase else { return }
                    do {
                        try request.finish(result)
                    } catch {
                        return self.attemptFailed(error)
                    }
                    if index == requests.count - 1 { self.restored(as: name) }
                }
            }
        } catch {
            attemptFailed(error)
        }
    }

    private func restored(as name: String) {
        phase = .connected(uniqueName: name)
        backoff.reset()
        for subscription in subscriptions.values where subscription.isActive {
            subscription.mailbox.pushAlways(.gap(DBusSignalGap(reason: .reconnected)))
        }
        publish(.connected(uniqueName: name))
        resumeConnectWaiters(.success(()))
    }

    private func attemptFailed(_ error: any Error) {
        let error = DBusError.connectFailure(error)
        dropLink(failingCallsWith: error)
        resumeConnectWaiters(.failure(error))
        guard hasConnected else {
            phase = .idle
            return
        }
        retryLater()
    }

    /// Handles the loss of the link: ends everything that depends on it and schedules a new attempt.
    func linkLost() {
        if case .connecting = phase {
            return attemptFailed(DBusError(code: .connectFailed, message: "The bus closed the connection at once."))
        }
        guard case .connected = phase else { return }
        dropLink(failingCallsWith: .connectionLost)
        for (name, tracked) in trackedNames where tracked.owner != nil { setOwner(nil, of: name) }
        for subscription in subscriptions.values where subscription.isActive {
            subscription.mailbox.pushAlways(.gap(DBusSignalGap(reason: .disconnected)))
        }
        publish(.disconnected)
        retryLater()
    }

    private func retryLater() {
        phase = .waiting
        var random = SystemRandomNumberGenerator()
        retryTimer = timer(after: backoff.next(using: &random)) { connection in
            guard case .waiting = connection.phase else { return }
            connection.attempt()
        }
    }

    private func dropLink(failingCallsWith error: DBusError) {
        generation += 1
        link?.close()
        link = nil
        let calls = pending.sorted { $0.key < $1.key }.map(\.value)
        pending = [:]
        pendingIDs = [:]
        for call in calls { call.completion(.failure(error)) }
        for handler in handlers.values { handler?.cancel() }
        handlers = [:]
    }

    private func publish(_ state: DBusConnectionState) {
        if case .connected = state { hasConnected = true }
        for observer in stateObservers.values { observer.yield(state) }
    }

    private func resumeConnectWaiters(_ result: Result<Void, DBusError>) {
        let waiters = connectWaiters
        connectWaiters = []
        for waiter in waiters { waiter.resume(with: result.mapError { $0 as any Error }) }
    }
}

extension DBusConnection {
    /// Handles an event of a link's sources.
    func handle(_ event: BusEvent, of generation: Int) {
        guard generation == self.generation, let link else { return }
        link.handle(event)
        drain()
    }

    /// Handles all received messages, then checks whether the link is still up.
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
