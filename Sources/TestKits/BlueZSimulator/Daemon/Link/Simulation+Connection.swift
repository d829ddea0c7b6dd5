import DBus

/// Connect, Disconnect and the life cycle of a link.
extension Simulation {
    mutating func connect(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        if peers[index].isUp { return reply(call.id) }
        guard peers[index].connectCall == nil else { throw .failed("Operation already in progress") }
        // The connection attempt of a pairing also serves this call.
        if peers[index].isConnecting {
            peers[index].connectCall = call.id
            return
        }
        guard strike(.connectInProgress, at: index) == nil else { throw .inProgress }
        if strike(.deviceGoneBeforeConnect, at: index) != nil {
            dropDevice(index)
            throw .unknown(call, objectExists: false)
        }
        beginAttempt(index)
        peers[index].connectCall = call.id
    }

    /// Starts to wait for an advert; faults decide the outcome here.
    mutating func beginAttempt(_ index: Int) {
        peers[index].generation += 1
        peers[index].isTemporary = false
        let link = peers[index].generation
        var end = scenario.timing.connectTimeout
        let breaks = strike(.connectAbortByLocal, at: index) != nil
        if breaks { end = .milliseconds(Int64.random(in: 300...2000, using: &radioNoise)) }
        peers[index].link = .connecting(doomed: breaks || strike(.connectTimeout, at: index) != nil)
        queue.add(.attemptFails(device: index, link: link, wasHeard: breaks), at: now + end)
    }

    /// Fails a connection attempt.
    ///
    /// - Parameter wasHeard: Whether the device was present and the link broke at once. Otherwise its object is
    ///   removed, unless it must be kept.
    mutating func attemptFails(
        _ index: Int,
        error: DaemonError = .failed("le-connection-abort-by-local"),
        wasHeard: Bool
    ) {
        guard peers[index].isConnecting else { return }
        peers[index].generation += 1
        peers[index].link = .none
        fail(take(&peers[index].connectCall), error: error)
        if peers[index].pairing != nil {
            failPairing(index, error: wasHeard ? .authenticationCanceled : .failed("Software caused connection abort"))
        }
        becomeTemporary(index)
        if !wasHeard, peers[index].isTemporary, peers[index].isExported { dropDevice(index) }
    }

    private mutating func becomeTemporary(_ index: Int) {
        peers[index].isTemporary = !peers[index].isPaired && !peers[index].isTrusted
        guard peers[index].isTemporary, peers[index].isExported else { return }
        peers[index].lastSeen = now
        watchTemporary(index)
    }

    mutating func linkUp(_ index: Int) {
        guard peers[index].isConnecting, devices[index].isAdvertising else { return }
        let peer = peers[index]
        let address = devices[index].script.address
        if peer.isPaired, !devices[index].isBonded {
            // The peer lost its key, so encryption fails and the kernel ends the link.
            log(.init(.fault, at: now, device: address, fault: FaultKind.staleBond.rawValue, detail: "no link"))
            return attemptFails(index, wasHeard: true)
        }
        peers[index].link = .up
        peers[index].framesOnLink = 0
        peers[index].accesses = [:]
        peers[index].isSilent = false
        peers[index].isFlooding = false
        peers[index].inbox = Inbox()
        log(.init(.connected, at: now, device: address))
        set(path(index), interface: BlueZName.device, name: "Connected", value: true)
        reply(take(&peers[index].connectCall))
        tell(index, input: .connected(encrypted: peer.isPaired))
        let late = strike(.servicesResolvedLate, at: index).map { $0.seconds ?? .seconds(5) } ?? .zero
        let timing = scenario.timing
        let needed = (peer.knowsServices ? timing.cachedServices : timing.discoverServices) + late
        queue.add(.servicesResolved(device: index, link: peers[index].generation), at: now + needed)
        if strike(.dropAtStep, at: index, where: { $0.step == .connected }) != nil {
            queue.add(
                .linkLost(device: index, link: peers[index].generation),
                at: now + scenario.timing.gatt / 2
            )
        }
        fallsSilent(index, at: .connected)
        if peers[index].pairing != nil { askToPair(index) } else { askedForSecurity(index) }
    }

    /// Whether the device stops answering at a step; the daemon then waits 30 s and ends the link.
    @discardableResult
    mutating func fallsSilent(_ index: Int, at step: LinkStep) -> Bool {
        if !peers[index].isSilent {
            peers[index].isSilent = strike(.neverAnswers, at: index, where: { ($0.step ?? .discovery) == step }) != nil
        }
        guard peers[index].isSilent else { return false }
        queue.add(.requestTimeout(device: index, link: peers[index].generation), at: now + .seconds(30))
        return true
    }

    /// Handles a request unanswered for 30 s.
    mutating func requestTimeout(_ index: Int) {
        cancelRequests(index)
        if peers[index].pairing != nil { failPairing(index, error: .authenticationTimeout) }
        endLink(index, reason: "no answer")
    }

    mutating func servicesResolved(_ index: Int) {
        guard peers[index].isUp, !peers[index].isResolved else { return }
        if strike(.dropAtStep, at: index, where: { $0.step == .discovery }) != nil {
            return endLink(index, reason: "lost")
        }
        guard !fallsSilent(index, at: .discovery) else { return }
        peers[index].isResolved = true
        exportServices(index)
        let path = path(index)
        let script = devices[index].script
        set(
            path,
            interface: BlueZName.device,
            name: "UUIDs",
            value: .strings(devices[index].layout.services.map(\.uuid).sorted())
        )
        set(path, interface: BlueZName.device, name: "ServicesResolved", value: true)
        if script.battery != nil, script.batteryAsInterface {
            // bluetoothd reads the level first, so the interface appears a moment later.
            queue.add(
                .batteryRead(device: index, link: peers[index].generation),
                at: now + scenario.timing.gatt * 2
            )
        }
        tell(index, input: .discovered)
        // bluetoothd re-enables every remembered session.
        for short in peers[index].notifications.keys.sorted() { writeCCCD(index, short: short, on: true) }
    }

    mutating func batteryRead(_ index: Int) {
        guard peers[index].isUp, !peers[index].isSilent, let level = devices[index].script.battery else { return }
        export(path(index), interfaces: [BlueZName.battery: ["Percentage": .byte(level)]])
    }

    mutating func disconnect(_ index: Int, call: MethodCall) throws(DaemonError) {
        if peers[index].isConnecting {
            attemptFails(index, error: .failed("br-connection-canceled"), wasHeard: false)
            return reply(call.id)
        }
        // bluetoothd 5.66 treats a missing link as ended.
        guard peers[index].isUp else { return reply(call.id) }
        peers[index].disconnectCalls.append(call.id)
        guard peers[index].disconnectCalls.count == 1 else { return }
        let end = now + scenario.timing.disconnect
        queue.add(.linkEnds(device: index, link: peers[index].generation), at: end)
    }

    /// Ends a link for any reason; does nothing without one.
    mutating func endLink(_ index: Int, reason: String) {
        guard peers[index].isUp else { return }
        peers[index].generation += 1
        peers[index].link = .none
        peers[index].isResolved = false
        log(.init(.disconnected, at: now, device: devices[index].script.address, detail: reason))
        cancelRequests(index)
        let path = path(index)
        set(path, interface: BlueZName.device, name: "ServicesResolved", value: false)
        set(path, interface: BlueZName.device, name: "Connected", value: false)
        unexport(path, interface: BlueZName.battery)
        let calls = peers[index].disconnectCalls
        peers[index].disconnectCalls = []
        for call in calls { reply(call) }
        if peers[index].pairing != nil { failPairing(index, error: .authenticationCanceled) }
        endPairAgain(index)
        becomeTemporary(index)
        tell(index, input: .disconnected)
    }

    /// Returns the fault of a kind that a device suffers now, and logs it.
    mutating func strike(
        _ kind: FaultKind,
        at index: Int,
        where condition: (ScenarioFault) -> Bool = { _ in true }
    ) -> ScenarioFault? {
        let address = devices[index].script.address
        guard let fault = faults.strike(kind, device: address, at: now, where: condition) else { return nil }
        log(.init(.fault, at: now, device: address, fault: kind.rawValue))
        return fault
    }
}

/// Takes the value out of an optional, leaving nil.
private func take<Value>(_ value: inout Value?) -> Value? {
    defer { value = nil }
    return value
}
