internal import DBus

extension BlueZClient {
    /// Subscribes to BlueZ and mirrors its objects from now on.
    ///
    /// Does nothing when started already.
    ///
    /// It succeeds also while bluetoothd is away; ``events(bufferLimit:)`` tells when it comes.
    ///
    /// - Throws: ``BlueZError`` with code `busUnavailable` or `accessDenied`.
    public func start() async throws {
        guard pump == nil else { return }
        let stream: DBusSignalStream
        do {
            stream = try await connection.signals(matchingAny: Self.rules, bufferLimit: 16_384)
        } catch {
            throw BlueZError.wrap(error)
        }
        // Another call of start may have come first while this one waited.
        guard pump == nil else { return }
        signals = stream
        handled = 0
        // The pump lives as long as the client is started; `stop` ends it.
        pump = Task { [weak self] in
            for await event in stream {
                guard let self, !Task.isCancelled else { return }
                await self.receive(event)
            }
        }
        // Waited for once, so that the objects are there; a service that hangs goes on being asked beside all else.
        resyncID += 1
        let id = resyncID
        if await !resyncOnce(id), id == resyncID { beginResync(after: configuration.resyncPause) }
    }

    /// Stops mirroring and ends every stream and wait.
    ///
    /// Discovery and links stay as they are.
    public func stop() {
        pump?.cancel()
        pump = nil
        signals = nil
        endResync()
        for waiter in behind { waiter.continuation.resume() }
        behind = []
        wantedDiscovery = nil
        let gone = BlueZError(.serviceNotRunning, "The Bluetooth client was stopped.")
        endNotifications(with: gone) { _ in true }
        fail(cache.clear(), with: gone)
        for mailbox in adverts.values { mailbox.finish() }
        for mailbox in events.values { mailbox.finish() }
        adverts = [:]
        events = [:]
    }

    static let rules = [
        DBusMatchRule(
            sender: BlueZName.service,
            interface: BusName.objectManager,
            member: BusName.interfacesAdded
        ),
        DBusMatchRule(
            sender: BlueZName.service,
            interface: BusName.objectManager,
            member: BusName.interfacesRemoved
        ),
        DBusMatchRule(
            sender: BlueZName.service,
            pathNamespace: BlueZName.rootPath,
            interface: BusName.properties,
            member: BusName.propertiesChanged
        ),
        DBusMatchRule.nameOwnerChanged(BlueZName.service),
    ]

    /// Handles one element of the signals, at once, so that the order is kept and none waits for BlueZ.
    private func receive(_ event: DBusSignalEvent) {
        switch event {
        case .signal(let signal) where signal.member == BusName.nameOwnerChanged:
            if signal.arguments.count == 3, let owner = signal.arguments[2].string {
                serviceDown()
                if !owner.isEmpty { beginResync() }
            }
        case .signal(let signal): digest(cache.apply(signal))
        case .gap(let gap) where gap.reason == .disconnected: serviceDown()
        case .gap(let gap):
            markNotificationGaps(dropped: gap.dropped)
            beginResync()
        }
        handled += 1
        for waiter in behind where waiter.goal <= handled { waiter.continuation.resume() }
        behind.removeAll { $0.goal <= handled }
    }

    /// Waits until every signal that has come so far is handled.
    func catchUp() async {
        guard let goal = signals?.count, goal > handled else { return }
        await withCheckedContinuation { behind.append((goal, $0)) }
    }

    private func serviceDown() {
        // What an earlier service answers is worth nothing any more.
        endResync()
        serviceOwner = nil
        let wasUp = cache.isComplete
        let changes = cache.clear()
        let gone = BlueZError(.serviceNotRunning, "bluetoothd went away; everything is made again when it is back.")
        endNotifications(with: gone) { _ in true }
        if wasUp { tell(.serviceDown) }
        fail(changes, with: gone)
    }

    /// Reads all objects beside the signals, again while the service is there but does not answer.
    ///
    /// A newer beginning takes its place, so that what a service told before it went away never comes after.
    private func beginResync(after pause: Duration = .zero) {
        endResync()
        let (id, clock, rest) = (resyncID, clock, configuration.resyncPause)
        resync = Task { [weak self] in
            if pause > .zero { try? await clock.sleep(for: pause) }
            while !Task.isCancelled, await self?.resyncOnce(id) == false {
                try? await clock.sleep(for: rest)
            }
        }
    }

    private func endResync() {
        resync?.cancel()
        resync = nil
        resyncID += 1
    }

    /// Reads all objects once; false where another attempt may bring more.
    private func resyncOnce(_ id: Int) async -> Bool {
        do {
            let owner = try await connection.nameOwner(of: BlueZName.service)
            guard id == resyncID else { return true }
            cache.expectSnapshot()
            let (objects, ordinal) = try await connection.managedObjects(
                destination: BlueZName.service,
                timeout: configuration.callTimeout
            )
            // What was told before the snapshot is handled before it, and what came after it is kept beside it.
            await catchUp()
            guard id == resyncID else { return true }
            guard cache.isJournalWhole else { return false }
            // From here on nobody cancels it: it registers what a service that came back does not know.
            resync = nil
            serviceOwner = owner
            let wasUp = cache.isComplete
            digest(cache.replace(with: objects, ordinal: ordinal))
            if !wasUp { await serviceUp() }
            return true
        } catch {
            let reason = (BlueZError.wrap(error) as? BlueZError)?.code
            // Without a service or a bus, its return is a signal; that starts the next attempt.
            return reason == .serviceNotRunning || reason == .busUnavailable
        }
    }

    /// Asks bluetoothd whether it is there.
    ///
    /// - Throws: ``BlueZError`` with code `timeout` where it runs and does not answer, `serviceNotRunning`,
    ///   `accessDenied` or `busUnavailable`.
    public func ping(timeout: Duration = .seconds(5)) async throws {
        do {
            // A call alone would make the bus start a service that somebody stopped.
            guard try await connection.nameOwner(of: BlueZName.service) != nil else {
                throw BlueZError(.serviceNotRunning, "bluetoothd does not run; see systemctl status bluetooth.")
            }
            try await call(BlueZName.rootPath, BlueZName.Peer.interface, BlueZName.Peer.ping, timeout: timeout)
        } catch {
            guard let reason = BlueZError.wrap(error) as? BlueZError else { throw error }
            let silences: [BlueZError.Code] = [.timeout, .serviceNotRunning, .accessDenied, .busUnavailable]
            // Any other answer is one.
            if silences.contains(reason.code) { throw reason }
        }
    }

    /// Reads the objects, registers the agent and starts discovery again, as after a restart: for a service that hung and
    /// answers again.
    ///
    /// It does not wait for the objects.
    public func renew() async {
        guard cache.isComplete else { return }
        beginResync()
        await serviceUp()
    }

    private func serviceUp() async {
        tell(.serviceUp)
        // What fails here is tried again on the adapter's next change or the caller's next use.
        if agent != nil { try? await registerAgentNow() }
        await resumeDiscovery()
    }
}
