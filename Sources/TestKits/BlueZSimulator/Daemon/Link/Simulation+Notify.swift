import DBus

/// Notify sessions.
extension Simulation {
    mutating func startNotify(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard found.hasCCCD else { throw .notSupported }
        let session = peers[index].notifications[found.short] ?? .init()
        if session.calls.contains(where: { $0.client == call.sender }) { throw .inProgress }
        if session.clients.contains(call.sender) { return reply(call.id) }
        peers[index].notifications[found.short, default: .init()].clients.insert(call.sender)
        // Without a link the session is remembered and enabled on the next one.
        guard peers[index].isResolved, !session.isEnabled else { return reply(call.id) }
        peers[index].notifications[found.short]?.calls.append((call.id, call.sender))
        if session.calls.isEmpty { writeCCCD(index, short: found.short, on: true) }
    }

    mutating func stopNotify(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard peers[index].notifications[found.short]?.clients.contains(call.sender) == true else {
            throw .failed("No notify session started")
        }
        removeSession(index, short: found.short, client: call.sender)
        reply(call.id)
    }

    /// Removes a client's session; removing the last one disables the CCCD.
    mutating func removeSession(_ index: Int, short: UInt16, client: String) {
        guard peers[index].notifications[short]?.clients.remove(client) != nil else { return }
        let waiting = peers[index].notifications[short]?.calls ?? []
        for call in waiting where call.client == client { fail(call.id, error: .attribute(nil)) }
        peers[index].notifications[short]?.calls.removeAll { $0.client == client }
        guard peers[index].notifications[short]?.clients.isEmpty == true else { return }
        let wasEnabled = peers[index].notifications[short]?.isEnabled == true
        peers[index].notifications[short] = nil
        if let path = path(index, short: short) {
            set(path, interface: BlueZName.characteristic, name: "Notifying", value: false)
        }
        if wasEnabled, peers[index].isUp { writeCCCD(index, short: short, on: false) }
    }

    mutating func writeCCCD(_ index: Int, short: UInt16, on: Bool) {
        queue.add(
            .subscribe(device: index, link: peers[index].generation, short: short, on: on),
            at: now + scenario.timing.gatt
        )
    }

    /// Delivers a CCCD write to the device, which refuses a guarded one until the link is encrypted.
    mutating func subscribe(_ index: Int, short: UInt16, on: Bool) {
        let guarded = devices[index].isGuarded && devices[index].layout.characteristic(short)?.isGuarded == true
        if on, guarded, !devices[index].isEncrypted { return pairForNotify(index, short: short) }
        guard !fallsSilent(index, at: .subscribed) else { return }
        // A session that ended before its CCCD was written leaves nothing to enable.
        guard on == (peers[index].notifications[short] != nil) else { return }
        if on {
            peers[index].notifications[short]?.isEnabled = true
            if let path = path(index, short: short) {
                set(path, interface: BlueZName.characteristic, name: "Notifying", value: true)
            }
            for call in peers[index].notifications[short]?.calls ?? [] { reply(call.id) }
            peers[index].notifications[short]?.calls = []
        }
        tell(index, input: .subscribe(short, on))
        guard !on || devices[index].subscribed.contains(short) else { return }
        let address = devices[index].script.address
        log(.init(.subscribed, at: now, device: address, detail: Self.handle(short) + (on ? "" : " off")))
        if on, strike(.dropAtStep, at: index, where: { $0.step == .subscribed }) != nil {
            endLink(index, reason: "lost")
        }
    }

    /// Abandons a CCCD: its StartNotify calls fail and its sessions end.
    mutating func refuseNotify(_ index: Int, short: UInt16) {
        for call in peers[index].notifications[short]?.calls ?? [] {
            fail(call.id, error: .attribute(.insufficientAuthentication))
            peers[index].notifications[short]?.clients.remove(call.client)
        }
        peers[index].notifications[short]?.calls = []
        if peers[index].notifications[short]?.clients.isEmpty == true { peers[index].notifications[short] = nil }
    }
}
