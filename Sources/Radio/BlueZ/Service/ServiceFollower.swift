internal import DBus

/// Follows BlueZ's signals and mirrors its objects, across restarts of bluetoothd and the bus.
///
/// It handles signals in order and never blocks them on BlueZ: a separate task reads the objects, and signals newer
/// than its snapshot win.
@BlueZIsolation final class ServiceFollower {
    private static let rules = [
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

    private var pump: Task<Void, Never>?
    /// The running read of all objects; a newer one replaces it.
    private var resync: Task<Void, Never>?
    private var resyncID = 0
    private let calls: BlueZCalls
    private let mirror: ObjectMirror
    private let progress: SignalProgress
    private let router: ChangeRouter
    private let agent: AgentRegistration
    /// The pause before the objects are read again after a failure.
    private let pause: Duration
    private let clock: any Clock<Duration>

    nonisolated init(
        calls: BlueZCalls,
        mirror: ObjectMirror,
        progress: SignalProgress,
        router: ChangeRouter,
        agent: AgentRegistration,
        pause: Duration,
        clock: any Clock<Duration>
    ) {
        self.calls = calls
        self.mirror = mirror
        self.progress = progress
        self.router = router
        self.agent = agent
        self.pause = pause
        self.clock = clock
    }

    deinit {
        pump?.cancel()
        resync?.cancel()
    }

    /// Subscribes to BlueZ and starts mirroring its objects; does nothing if already started.
    ///
    /// - Throws: ``BlueZError`` with code `busUnavailable` or `accessDenied`.
    func start() async throws {
        guard pump == nil else { return }
        let stream: DBusSignalStream
        do {
            stream = try await calls.connection.signals(matchingAny: Self.rules, bufferLimit: 16_384)
        } catch {
            throw BlueZError.wrap(error)
        }
        // Another call of `start` may have finished while this one waited.
        guard pump == nil else { return }
        progress.begin(stream)
        // The pump lives as long as the client is started; `stop` ends it.
        pump = Task { [weak self] in
            for await event in stream {
                guard let self, !Task.isCancelled else { return }
                receive(event)
            }
        }
        // Wait for the first read only, so that the objects are known; a hung service is retried in the background.
        resyncID += 1
        let id = resyncID
        if await !resyncOnce(id), id == resyncID { beginResync(after: pause) }
    }

    /// Stops following and forgets the objects.
    func stop() {
        pump?.cancel()
        pump = nil
        endResync()
        progress.end()
        router.discovery.forget()
        let gone = BlueZError(.serviceNotRunning, message: "The Bluetooth client was stopped.")
        router.subscriptions.end(with: gone) { _ in true }
        router.fail(mirror.cache.clear(), because: gone)
        router.events.finish()
        router.adverts.finish()
    }

    /// Reads the objects, registers the agent and starts discovery again, for a service that hung and answers again.
    func renew() async {
        guard mirror.cache.isComplete else { return }
        beginResync()
        await serviceUp()
    }

    /// Asks bluetoothd whether it is alive.
    ///
    /// - Throws: ``BlueZError`` with code `timeout`, `serviceNotRunning`, `accessDenied` or `busUnavailable`.
    func ping(timeout: Duration) async throws {
        do {
            // A call alone would make the bus start a service that an administrator stopped.
            guard try await calls.connection.nameOwner(of: BlueZName.service) != nil else {
                throw BlueZError(
                    .serviceNotRunning,
                    message: "bluetoothd is not running; see systemctl status bluetooth."
                )
            }
            try await calls.call(
                BlueZName.Peer.ping,
                of: BlueZName.Peer.interface,
                at: BlueZName.rootPath,
                timeout: timeout
            )
        } catch {
            guard let reason = BlueZError.wrap(error) as? BlueZError else { throw error }
            let silences: [BlueZError.Code] = [.timeout, .serviceNotRunning, .accessDenied, .busUnavailable]
            // Any other error is an answer too.
            if silences.contains(reason.code) { throw reason }
        }
    }

    /// Handles one element of the signals without suspending, which keeps their order.
    private func receive(_ event: DBusSignalEvent) {
        switch event {
        case .signal(let signal) where signal.member == BusName.nameOwnerChanged:
            if signal.arguments.count == 3, let owner = signal.arguments[2].string {
                serviceDown()
                if !owner.isEmpty { beginResync() }
            }
        case .signal(let signal): router.digest(mirror.cache.apply(signal))
        case .gap(let gap) where gap.reason == .disconnected: serviceDown()
        case .gap(let gap):
            router.subscriptions.pushGaps(dropped: gap.dropped)
            beginResync()
        }
        progress.advance()
    }

    private func serviceDown() {
        // The earlier service's answers no longer count.
        endResync()
        agent.serviceOwner = nil
        let wasUp = mirror.cache.isComplete
        let changes = mirror.cache.clear()
        let gone = BlueZError(
            .serviceNotRunning,
            message: "bluetoothd stopped; connections are restored when it is back."
        )
        router.subscriptions.end(with: gone) { _ in true }
        if wasUp { router.events.push(.serviceDown) }
        router.fail(changes, because: gone)
    }

    private func serviceUp() async {
        router.events.push(.serviceUp)
        // Cleanup: the adapter's next change or the caller's next use retries a failure.
        try? await agent.renew()
        await router.discovery.resume()
    }

    /// Reads all objects in the background, and retries while the service runs but does not answer.
    ///
    /// A newer read replaces it, so an earlier service's objects never arrive late.
    private func beginResync(after delay: Duration = .zero) {
        endResync()
        let (id, clock, pause) = (resyncID, clock, pause)
        resync = Task { [weak self] in
            if delay > .zero { try? await clock.sleep(for: delay) }
            while !Task.isCancelled, await self?.resyncOnce(id) == false {
                try? await clock.sleep(for: pause)
            }
        }
    }

    private func endResync() {
        resync?.cancel()
        resync = nil
        resyncID += 1
    }

    /// Reads all objects once; false if a retry may succeed.
    private func resyncOnce(_ id: Int) async -> Bool {
        do {
            let owner = try await calls.connection.nameOwner(of: BlueZName.service)
            guard id == resyncID else { return true }
            mirror.cache.expectSnapshot()
            let root = DBusRemoteObject(calls.connection, destination: BlueZName.service)
            let (objects, ordinal) = try await root.managedObjects(timeout: calls.timeout)
            // Handles signals from before the snapshot first; the cache keeps later ones for after it.
            await progress.catchUp()
            guard id == resyncID else { return true }
            guard mirror.cache.isJournalWhole else { return false }
            // From here on it must not be cancelled: it registers the agent and discovery, which a restarted service
            // does not know.
            resync = nil
            agent.serviceOwner = owner
            let wasUp = mirror.cache.isComplete
            router.digest(mirror.cache.replace(with: objects, ordinal: ordinal))
            if !wasUp { await serviceUp() }
            return true
        } catch {
            let reason = (BlueZError.wrap(error) as? BlueZError)?.code
            // When the service or the bus returns, a signal starts the next attempt.
            return reason == .serviceNotRunning || reason == .busUnavailable
        }
    }
}
