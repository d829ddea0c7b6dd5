import DBus
internal import SeededRandom

/// Connect, Disconnect and the life cycle of a link.
final class Links {
    private unowned let world: Simulation

    init(_ world: Simulation) {
        self.world = world
    }

    func connect(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard world.adapter.isPowered else { throw .notReady }
        if world.peers[index].isUp { return world.exports.reply(call.id) }
        guard world.peers[index].connectCall == nil else { throw .failed("Operation already in progress") }
        // The connection attempt of a pairing also serves this call.
        if world.peers[index].isConnecting {
            world.peers[index].connectCall = call.id
            return
        }
        guard world.faults.strike(.connectInProgress, at: index) == nil else { throw .inProgress }
        if world.faults.strike(.deviceGoneBeforeConnect, at: index) != nil {
            world.deviceObjects.dropDevice(index)
            throw .unknown(call, objectExists: false)
        }
        beginAttempt(index)
        world.peers[index].connectCall = call.id
    }

    /// Starts to wait for an advert; faults decide the outcome here.
    func beginAttempt(_ index: Int) {
        world.peers[index].generation += 1
        world.peers[index].isTemporary = false
        let link = world.peers[index].generation
        var end = world.scenario.timing.connectTimeout
        let breaks = world.faults.strike(.connectAbortByLocal, at: index) != nil
        if breaks { end = .milliseconds(Int64.random(in: 300...2000, using: &world.radioNoise)) }
        world.peers[index].link = .connecting(doomed: breaks || world.faults.strike(.connectTimeout, at: index) != nil)
        world.queue.add(.attemptFails(device: index, link: link, wasHeard: breaks), at: world.now + end)
    }

    /// Fails a connection attempt.
    ///
    /// - Parameter wasHeard: Whether the device was present and the link broke at once. Otherwise its object is
    ///   removed, unless it must be kept.
    func attemptFails(
        _ index: Int,
        error: DaemonError = .failed("le-connection-abort-by-local"),
        wasHeard: Bool
    ) {
        guard world.peers[index].isConnecting else { return }
        world.peers[index].generation += 1
        world.peers[index].link = .none
        world.exports.fail(take(&world.peers[index].connectCall), error: error)
        if world.pairing.isPairing(index) {
            world.pairing.failPairing(
                index,
                error: wasHeard ? .authenticationCanceled : .failed("Software caused connection abort")
            )
        }
        becomeTemporary(index)
        if !wasHeard, world.peers[index].isTemporary, world.peers[index].isExported {
            world.deviceObjects.dropDevice(index)
        }
    }

    private func becomeTemporary(_ index: Int) {
        world.peers[index].isTemporary = !world.peers[index].isPaired && !world.peers[index].isTrusted
        guard world.peers[index].isTemporary, world.peers[index].isExported else { return }
        world.peers[index].lastSeen = world.now
        world.deviceObjects.watchTemporary(index)
    }

    func linkUp(_ index: Int) {
        guard world.peers[index].isConnecting, world.devices[index].isAdvertising else { return }
        let peer = world.peers[index]
        let address = world.devices[index].script.address
        if peer.isPaired, !world.devices[index].isBonded {
            // The peer lost its key, so encryption fails and the kernel ends the link.
            world.exports.log(
                .init(.fault, at: world.now, device: address, fault: FaultKind.staleBond.rawValue, detail: "no link")
            )
            return attemptFails(index, wasHeard: true)
        }
        world.peers[index].link = .up
        world.frames.linkBegins(index)
        world.gatt.linkBegins(index)
        world.peers[index].isSilent = false
        world.exports.log(.init(.connected, at: world.now, device: address))
        world.exports.set(world.deviceObjects.path(index), interface: BlueZName.device, name: "Connected", value: true)
        world.exports.reply(take(&world.peers[index].connectCall))
        world.surroundings.tell(index, input: .connected(encrypted: peer.isPaired))
        let late = world.faults.strike(.servicesResolvedLate, at: index).map { $0.seconds ?? .seconds(5) } ?? .zero
        let timing = world.scenario.timing
        let needed = (peer.knowsServices ? timing.cachedServices : timing.discoverServices) + late
        world.queue.add(.servicesResolved(device: index, link: world.peers[index].generation), at: world.now + needed)
        if world.faults.strike(.dropAtStep, at: index, where: { $0.step == .connected }) != nil {
            world.queue.add(
                .linkLost(device: index, link: world.peers[index].generation),
                at: world.now + world.scenario.timing.gatt / 2
            )
        }
        fallsSilent(index, at: .connected)
        if world.pairing.isPairing(index) {
            world.pairing.askToPair(index)
        } else {
            world.pairing.askedForSecurity(index)
        }
    }

    /// Whether the device stops answering at a step; the daemon then waits 30 s and ends the link.
    @discardableResult
    func fallsSilent(_ index: Int, at step: LinkStep) -> Bool {
        if !world.peers[index].isSilent {
            world.peers[index].isSilent =
                world.faults.strike(.neverAnswers, at: index, where: { ($0.step ?? .discovery) == step }) != nil
        }
        guard world.peers[index].isSilent else { return false }
        world.queue.add(
            .requestTimeout(device: index, link: world.peers[index].generation),
            at: world.now + .seconds(30)
        )
        return true
    }

    /// Handles a request unanswered for 30 s.
    func requestTimeout(_ index: Int) {
        world.gatt.cancelRequests(index)
        if world.pairing.isPairing(index) { world.pairing.failPairing(index, error: .authenticationTimeout) }
        endLink(index, reason: "no answer")
    }

    func servicesResolved(_ index: Int) {
        guard world.peers[index].isUp, !world.peers[index].isResolved else { return }
        if world.faults.strike(.dropAtStep, at: index, where: { $0.step == .discovery }) != nil {
            return endLink(index, reason: "lost")
        }
        guard !fallsSilent(index, at: .discovery) else { return }
        world.peers[index].isResolved = true
        world.gattObjects.exportServices(index)
        let path = world.deviceObjects.path(index)
        let script = world.devices[index].script
        world.exports.set(
            path,
            interface: BlueZName.device,
            name: "UUIDs",
            value: .strings(world.devices[index].layout.services.map(\.uuid).sorted())
        )
        world.exports.set(path, interface: BlueZName.device, name: "ServicesResolved", value: true)
        if script.battery != nil, script.batteryAsInterface {
            // bluetoothd reads the level first, so the interface appears a moment later.
            world.queue.add(
                .batteryRead(device: index, link: world.peers[index].generation),
                at: world.now + world.scenario.timing.gatt * 2
            )
        }
        world.surroundings.tell(index, input: .discovered)
        // bluetoothd re-enables every remembered session.
        world.notify.enableAgain(index)
    }

    func batteryRead(_ index: Int) {
        guard world.peers[index].isUp, !world.peers[index].isSilent, let level = world.devices[index].script.battery
        else { return }
        world.exports.export(
            world.deviceObjects.path(index),
            interfaces: [BlueZName.battery: ["Percentage": .byte(level)]]
        )
    }

    func disconnect(_ index: Int, call: MethodCall) throws(DaemonError) {
        if world.peers[index].isConnecting {
            attemptFails(index, error: .failed("br-connection-canceled"), wasHeard: false)
            return world.exports.reply(call.id)
        }
        // bluetoothd 5.66 treats a missing link as ended.
        guard world.peers[index].isUp else { return world.exports.reply(call.id) }
        world.peers[index].disconnectCalls.append(call.id)
        guard world.peers[index].disconnectCalls.count == 1 else { return }
        let end = world.now + world.scenario.timing.disconnect
        world.queue.add(.linkEnds(device: index, link: world.peers[index].generation), at: end)
    }

    /// Ends a link for any reason; does nothing without one.
    func endLink(_ index: Int, reason: String) {
        guard world.peers[index].isUp else { return }
        world.peers[index].generation += 1
        world.peers[index].link = .none
        world.peers[index].isResolved = false
        world.exports.log(
            .init(.disconnected, at: world.now, device: world.devices[index].script.address, detail: reason)
        )
        world.gatt.cancelRequests(index)
        let path = world.deviceObjects.path(index)
        world.exports.set(path, interface: BlueZName.device, name: "ServicesResolved", value: false)
        world.exports.set(path, interface: BlueZName.device, name: "Connected", value: false)
        world.exports.unexport(path, interface: BlueZName.battery)
        let calls = world.peers[index].disconnectCalls
        world.peers[index].disconnectCalls = []
        for call in calls { world.exports.reply(call) }
        if world.pairing.isPairing(index) { world.pairing.failPairing(index, error: .authenticationCanceled) }
        world.pairing.endPairAgain(index)
        becomeTemporary(index)
        world.surroundings.tell(index, input: .disconnected)
    }
}

/// Takes the value out of an optional, leaving nil.
private func take<Value>(_ value: inout Value?) -> Value? {
    defer { value = nil }
    return value
}
