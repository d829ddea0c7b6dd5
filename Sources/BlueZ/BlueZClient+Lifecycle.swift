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
        let isDone = await resyncOnce()
        guard pump == nil else { return }
        // The pump lives as long as the client is started; `stop` ends it. A service that hangs holds up only the pump:
        // whoever started can tell people of it meanwhile.
        pump = Task { [weak self] in
            if !isDone { await self?.resyncAfterPause() }
            for await event in stream {
                guard let self, !Task.isCancelled else { return }
                await self.receive(event)
            }
        }
    }

    /// Stops mirroring and ends every stream and wait.
    ///
    /// Discovery and links stay as they are.
    public func stop() {
        pump?.cancel()
        pump = nil
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

    /// Handles one element of the signals; the next waits until this one is done, so the order is kept.
    private func receive(_ event: DBusSignalEvent) async {
        switch event {
        case .signal(let signal) where signal.member == BusName.nameOwnerChanged:
            guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
            serviceDown()
            if !owner.isEmpty { await resync() }
        case .signal(let signal): digest(cache.apply(signal))
        case .gap(let gap) where gap.reason == .disconnected: serviceDown()
        case .gap(let gap):
            markNotificationGaps(dropped: gap.dropped)
            await resync()
        }
    }

    private func serviceDown() {
        serviceOwner = nil
        let wasUp = cache.isComplete
        let changes = cache.clear()
        let gone = BlueZError(.serviceNotRunning, "bluetoothd went away; everything is made again when it is back.")
        endNotifications(with: gone) { _ in true }
        if wasUp { tell(.serviceDown) }
        fail(changes, with: gone)
    }

    /// Reads all objects; tries again while the service is there but does not answer.
    private func resync() async {
        while !Task.isCancelled {
            if await resyncOnce() { return }
            try? await clock.sleep(for: configuration.resyncPause)
        }
    }

    private func resyncAfterPause() async {
        try? await clock.sleep(for: configuration.resyncPause)
        await resync()
    }

    /// Reads all objects once; false where another attempt may bring more.
    private func resyncOnce() async -> Bool {
        do {
            let owner = try await connection.nameOwner(of: BlueZName.service)
            let wasUp = cache.isComplete
            let (objects, ordinal) = try await connection.managedObjects(
                destination: BlueZName.service,
                timeout: configuration.callTimeout
            )
            serviceOwner = owner
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

    /// Registers the agent and starts discovery again, as after a restart: for a service that hung and answers again.
    public func renew() async {
        guard cache.isComplete else { return }
        await serviceUp()
    }

    private func serviceUp() async {
        tell(.serviceUp)
        // What fails here is tried again on the adapter's next change or the caller's next use.
        if agent != nil { try? await registerAgentNow() }
        await resumeDiscovery()
    }
}
