import DBus

/// Connect, Disconnect and the life of a link.
extension Simulation {
    mutating func connect(_ index: Int, _ call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        if peers[index].isUp { return reply(call.id) }
        guard !peers[index].isConnecting, peers[index].pairing == nil else { throw .inProgress }
        if strike(.deviceGoneBeforeConnect, index) != nil {
            dropDevice(index)
            throw .unknown(call, objectExists: false)
        }
        beginAttempt(index)
        peers[index].connectCall = call.id
    }

    /// Begins to wait for an advert; faults decide here how it ends.
    mutating func beginAttempt(_ index: Int) {
        peers[index].generation += 1
        peers[index].isTemporary = false
        let link = peers[index].generation
        var end = (after: scenario.timing.connectTimeout, text: "le-connection-abort-by-local")
        var doomed = true
        if strike(.connectAbortByLocal, index) != nil {
            end.after = .milliseconds(Int64.random(in: 300...2000, using: &radioNoise))
        } else if strike(.connectTimeout, index) != nil {
            end.text = "le-connection-timeout"
        } else {
            doomed = false
        }
        peers[index].link = .connecting(doomed: doomed)
        queue.add(.attemptFails(device: index, link: link, text: end.text), at: now + end.after)
    }

    mutating func attemptFails(_ index: Int, _ error: DaemonError) {
        guard peers[index].isConnecting else { return }
        peers[index].generation += 1
        peers[index].link = .none
        fail(take(&peers[index].connectCall), error)
        if peers[index].pairing != nil { failPairing(index, .connectionAttemptFailed) }
        becomeTemporary(index)
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
        let address = scenario.devices[index].address
        if peer.isPaired, !devices[index].isBonded {
            // The peer lost its key: encryption fails and the kernel ends the link.
            log(.init(.fault, at: now, device: address, fault: FaultKind.staleBond.rawValue, detail: "no link"))
            return attemptFails(index, .failed("le-connection-abort-by-local"))
        }
        peers[index].link = .up
        peers[index].framesOnLink = 0
        log(.init(.connected, at: now, device: address))
        set(path(index), BlueZName.device, "Connected", true)
        reply(take(&peers[index].connectCall))
        tell(index, .connected(encrypted: peer.isPaired))
        let late = strike(.servicesResolvedLate, index).map { $0.seconds ?? .seconds(5) } ?? .zero
        let timing = scenario.timing
        let needed = (peer.knowsServices ? timing.cachedServices : timing.discoverServices) + late
        queue.add(.servicesResolved(device: index, link: peers[index].generation), at: now + needed)
        if peers[index].pairing != nil { askToPair(index) }
    }

    mutating func servicesResolved(_ index: Int) {
        guard peers[index].isUp, !peers[index].isResolved else { return }
        peers[index].isResolved = true
        exportServices(index)
        let path = path(index)
        let script = scenario.devices[index]
        var uuids = devices[index].layout.services.map(\.uuid)
        if script.battery != nil, script.batteryAsInterface { uuids.append(GattUUID.text(0x180F)) }
        set(path, BlueZName.device, "UUIDs", .strings(uuids.sorted()))
        set(path, BlueZName.device, "ServicesResolved", true)
        if let level = script.battery, script.batteryAsInterface {
            export(path, [BlueZName.battery: ["Percentage": .byte(level)]])
        }
        tell(index, .discovered)
        // bluetoothd re-enables every remembered session by itself.
        for short in peers[index].notifications.keys.sorted() { writeCCCD(index, short, on: true) }
    }

    mutating func disconnect(_ index: Int, _ call: MethodCall) throws(DaemonError) {
        if peers[index].isConnecting {
            attemptFails(index, .failed("Cancelled"))
            return reply(call.id)
        }
        guard peers[index].isUp else { throw .notConnected }
        peers[index].disconnectCalls.append(call.id)
        guard peers[index].disconnectCalls.count == 1 else { return }
        let end = now + scenario.timing.disconnect
        queue.add(.linkEnds(device: index, link: peers[index].generation), at: end)
    }

    /// Ends a link, whoever wanted it; does nothing without one.
    mutating func endLink(_ index: Int, _ reason: String) {
        guard peers[index].isUp else { return }
        peers[index].generation += 1
        peers[index].link = .none
        peers[index].isResolved = false
        log(.init(.disconnected, at: now, device: scenario.devices[index].address, detail: reason))
        cancelRequests(index)
        let path = path(index)
        set(path, BlueZName.device, "ServicesResolved", false)
        set(path, BlueZName.device, "Connected", false)
        unexport(path, interface: BlueZName.battery)
        let calls = peers[index].disconnectCalls
        peers[index].disconnectCalls = []
        for call in calls { reply(call) }
        if peers[index].pairing != nil { failPairing(index, .authenticationCanceled) }
        becomeTemporary(index)
        tell(index, .disconnected)
    }

    /// The fault of a kind that strikes a device now; it goes into the log.
    mutating func strike(
        _ kind: FaultKind,
        _ index: Int,
        where condition: (ScenarioFault) -> Bool = { _ in true }
    ) -> ScenarioFault? {
        let address = scenario.devices[index].address
        guard let fault = faults.strike(kind, address, at: now, where: condition) else { return nil }
        log(.init(.fault, at: now, device: address, fault: kind.rawValue))
        return fault
    }
}

/// Takes a value out of an optional.
private func take<Value>(_ value: inout Value?) -> Value? {
    defer { value = nil }
    return value
}
