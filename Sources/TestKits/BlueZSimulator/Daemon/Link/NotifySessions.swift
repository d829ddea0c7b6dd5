import DBus

/// Notify sessions.
final class NotifySessions {
    private unowned let world: Simulation
    /// The sessions by device and characteristic.
    private var sessions: [Int: [UInt16: Notifications]] = [:]

    init(_ world: Simulation) {
        self.world = world
    }

    /// Whether notifications of a characteristic reach the daemon.
    func isEnabled(_ index: Int, short: UInt16) -> Bool { sessions[index]?[short]?.isEnabled == true }

    /// The client whose StartNotify call waits first.
    func firstWaiting(_ index: Int, short: UInt16) -> String? { sessions[index]?[short]?.calls.first?.client }

    func startNotify(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard found.hasCCCD else { throw .notSupported }
        let session = sessions[index, default: [:]][found.short] ?? .init()
        if session.calls.contains(where: { $0.client == call.sender }) { throw .inProgress }
        if session.clients.contains(call.sender) { return world.exports.reply(call.id) }
        sessions[index, default: [:]][found.short, default: .init()].clients.insert(call.sender)
        // Without a link the session is remembered and enabled on the next one.
        guard world.peers[index].isResolved, !session.isEnabled else { return world.exports.reply(call.id) }
        sessions[index, default: [:]][found.short]?.calls.append((call.id, call.sender))
        if session.calls.isEmpty { writeCCCD(index, short: found.short, on: true) }
    }

    func stopNotify(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard sessions[index, default: [:]][found.short]?.clients.contains(call.sender) == true else {
            throw .failed("No notify session started")
        }
        removeSession(index, short: found.short, client: call.sender)
        world.exports.reply(call.id)
    }

    /// Removes a client's session; removing the last one disables the CCCD.
    func removeSession(_ index: Int, short: UInt16, client: String) {
        guard sessions[index, default: [:]][short]?.clients.remove(client) != nil else { return }
        let waiting = sessions[index, default: [:]][short]?.calls ?? []
        for call in waiting where call.client == client { world.exports.fail(call.id, error: .attribute(nil)) }
        sessions[index, default: [:]][short]?.calls.removeAll { $0.client == client }
        guard sessions[index, default: [:]][short]?.clients.isEmpty == true else { return }
        let wasEnabled = sessions[index, default: [:]][short]?.isEnabled == true
        sessions[index, default: [:]][short] = nil
        if let path = world.deviceObjects.path(index, short: short) {
            world.exports.set(path, interface: BlueZName.characteristic, name: "Notifying", value: false)
        }
        if wasEnabled, world.peers[index].isUp { writeCCCD(index, short: short, on: false) }
    }

    func writeCCCD(_ index: Int, short: UInt16, on: Bool) {
        world.queue.add(
            .subscribe(device: index, link: world.peers[index].generation, short: short, on: on),
            at: world.now + world.scenario.timing.gatt
        )
    }

    /// Delivers a CCCD write to the device, which refuses a guarded one until the link is encrypted.
    func subscribe(_ index: Int, short: UInt16, on: Bool) {
        let guarded =
            world.devices[index].isGuarded && world.devices[index].layout.characteristic(short)?.isGuarded == true
        if on, guarded, !world.devices[index].isEncrypted { return world.pairing.pairForNotify(index, short: short) }
        guard !world.links.fallsSilent(index, at: .subscribed) else { return }
        // A session that ended before its CCCD was written leaves nothing to enable.
        guard on == (sessions[index, default: [:]][short] != nil) else { return }
        if on {
            sessions[index, default: [:]][short]?.isEnabled = true
            if let path = world.deviceObjects.path(index, short: short) {
                world.exports.set(path, interface: BlueZName.characteristic, name: "Notifying", value: true)
            }
            for call in sessions[index, default: [:]][short]?.calls ?? [] { world.exports.reply(call.id) }
            sessions[index, default: [:]][short]?.calls = []
        }
        world.surroundings.tell(index, input: .subscribe(short, on))
        guard !on || world.devices[index].subscribed.contains(short) else { return }
        let address = world.devices[index].script.address
        world.exports.log(
            .init(.subscribed, at: world.now, device: address, detail: DeviceObjects.handle(short) + (on ? "" : " off"))
        )
        if on, world.faults.strike(.dropAtStep, at: index, where: { $0.step == .subscribed }) != nil {
            world.links.endLink(index, reason: "lost")
        }
    }

    /// Abandons a CCCD: its StartNotify calls fail and its sessions end.
    func refuseNotify(_ index: Int, short: UInt16) {
        for call in sessions[index, default: [:]][short]?.calls ?? [] {
            world.exports.fail(call.id, error: .attribute(.insufficientAuthentication))
            sessions[index, default: [:]][short]?.clients.remove(call.client)
        }
        sessions[index, default: [:]][short]?.calls = []
        if sessions[index, default: [:]][short]?.clients.isEmpty == true {
            sessions[index, default: [:]][short] = nil
        }
    }

    /// Enables every remembered session on a new link, as bluetoothd does.
    func enableAgain(_ index: Int) {
        for short in sessions[index, default: [:]].keys.sorted() { writeCCCD(index, short: short, on: true) }
    }

    /// Ends the sessions of a client that left the bus.
    func clientLeft(_ client: String, device index: Int) {
        for short in sessions[index, default: [:]].keys.sorted() { removeSession(index, short: short, client: client) }
    }

    /// Fails the calls that were pending when the link ended; the other sessions are remembered.
    func linkEnded(_ index: Int, error: AttError) {
        for short in sessions[index, default: [:]].keys.sorted() {
            for call in sessions[index]?[short]?.calls ?? [] {
                world.exports.fail(call.id, error: .attribute(error))
                sessions[index]?[short]?.clients.remove(call.client)
            }
            sessions[index]?[short]?.calls = []
            sessions[index]?[short]?.isEnabled = false
            if sessions[index]?[short]?.clients.isEmpty == true { sessions[index]?[short] = nil }
        }
    }

    /// Ends every session with the device's object, and fails the waiting calls.
    func objectEnded(_ index: Int) {
        for call in sessions[index, default: [:]].values.flatMap(\.calls) {
            world.exports.fail(call.id, error: .attribute(nil))
        }
        drop(index)
    }

    /// Forgets every session and call, because the daemon ends.
    func drop(_ index: Int) {
        sessions[index] = nil
    }
}

/// The notify sessions of one characteristic.
private struct Notifications {
    /// The unique names of the clients.
    var clients: Set<String> = []
    /// Whether the CCCD is written on this link.
    var isEnabled = false
    /// StartNotify calls waiting for the CCCD.
    var calls: [(id: Int, client: String)] = []
}
