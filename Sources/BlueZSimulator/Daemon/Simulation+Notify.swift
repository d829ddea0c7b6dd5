import DBus

/// Notify sessions and the frames that come by them.
extension Simulation {
    mutating func startNotify(
        _ index: Int,
        _ found: GattLayout.Characteristic,
        _ call: MethodCall
    ) throws(DaemonError) {
        guard found.hasCCCD else { throw .notSupported }
        let session = peers[index].notifications[found.short] ?? .init()
        if session.calls.contains(where: { $0.client == call.sender }) { throw .inProgress }
        if session.clients.contains(call.sender) { return reply(call.id) }
        peers[index].notifications[found.short, default: .init()].clients.insert(call.sender)
        // Without a link it is remembered and enabled on the next one.
        guard peers[index].isResolved, !session.isEnabled else { return reply(call.id) }
        peers[index].notifications[found.short]?.calls.append((call.id, call.sender))
        if session.calls.isEmpty { writeCCCD(index, found.short, on: true) }
    }

    mutating func stopNotify(
        _ index: Int,
        _ found: GattLayout.Characteristic,
        _ call: MethodCall
    ) throws(DaemonError) {
        guard peers[index].notifications[found.short]?.clients.contains(call.sender) == true else {
            throw .failed("No notify session started")
        }
        removeSession(index, found.short, call.sender)
        reply(call.id)
    }

    /// Removes a client's session; the last one switches the CCCD off.
    mutating func removeSession(_ index: Int, _ short: UInt16, _ client: String) {
        guard peers[index].notifications[short]?.clients.remove(client) != nil else { return }
        let waiting = peers[index].notifications[short]?.calls ?? []
        for call in waiting where call.client == client { fail(call.id, .attribute(nil)) }
        peers[index].notifications[short]?.calls.removeAll { $0.client == client }
        guard peers[index].notifications[short]?.clients.isEmpty == true else { return }
        let wasEnabled = peers[index].notifications[short]?.isEnabled == true
        peers[index].notifications[short] = nil
        if let path = path(index, short) { set(path, BlueZName.characteristic, "Notifying", false) }
        if wasEnabled, peers[index].isUp { writeCCCD(index, short, on: false) }
    }

    mutating func writeCCCD(_ index: Int, _ short: UInt16, on: Bool) {
        queue.add(
            .subscribe(device: index, link: peers[index].generation, short: short, on: on),
            at: now + scenario.timing.gatt
        )
    }

    /// A CCCD write reaches the device; a guarded one is refused until the link is encrypted.
    mutating func subscribe(_ index: Int, _ short: UInt16, _ on: Bool) {
        let guarded = devices[index].isGuarded && short == scenario.devices[index].profile.measurement
        if on, guarded, !devices[index].isEncrypted { return pairForNotify(index, short) }
        // A session that went before its CCCD was written leaves nothing to switch on.
        guard on == (peers[index].notifications[short] != nil) else { return }
        if on {
            peers[index].notifications[short]?.isEnabled = true
            if let path = path(index, short) { set(path, BlueZName.characteristic, "Notifying", true) }
            for call in peers[index].notifications[short]?.calls ?? [] { reply(call.id) }
            peers[index].notifications[short]?.calls = []
        }
        tell(index, .subscribe(short, on))
        guard !on || devices[index].subscribed.contains(short) else { return }
        let address = scenario.devices[index].address
        log(.init(.subscribed, at: now, device: address, detail: Self.handle(short) + (on ? "" : " off")))
    }

    /// Gives a CCCD up: its StartNotify calls fail, its sessions end.
    mutating func refuseNotify(_ index: Int, _ short: UInt16) {
        for call in peers[index].notifications[short]?.calls ?? [] {
            fail(call.id, .attribute(.insufficientAuthentication))
            peers[index].notifications[short]?.clients.remove(call.client)
        }
        peers[index].notifications[short]?.calls = []
        if peers[index].notifications[short]?.clients.isEmpty == true { peers[index].notifications[short] = nil }
    }

    /// A reading comes as an indication; the daemon confirms it at once, whoever listens.
    mutating func indicate(_ index: Int, _ short: UInt16, _ reading: StoredReading) {
        guard peers[index].isUp else { return }
        let address = scenario.devices[index].address
        if strike(.garbageFrame, index) != nil {
            let length = Int.random(in: 1...20, using: &radioNoise)
            let garbage = (0..<length).map { _ in UInt8.random(in: 0...255, using: &radioNoise) }
            log(.init(.sent, at: now, device: address, delivered: garbage, detail: "garbage"))
            showNotification(index, short, garbage)
        }
        var delivered = reading.frame
        if let fault = strike(.truncatedFrame, index) {
            delivered = Array(delivered.prefix(fault.frames ?? delivered.count / 2))
        }
        log(
            .init(
                .sent,
                at: now,
                device: address,
                reading: reading.number,
                frame: reading.frame,
                delivered: delivered
            )
        )
        showNotification(index, short, delivered)
        peers[index].framesOnLink += 1
        if strike(.duplicateIndication, index) != nil { return endLink(index, "lost before the confirmation") }
        tell(index, .confirmed)
        let frames = peers[index].framesOnLink
        if strike(.dropAfterFrames, index, where: { ($0.frames ?? 1) == frames }) != nil { endLink(index, "lost") }
    }

    /// A notification comes, unless the air loses it.
    mutating func notify(_ index: Int, _ short: UInt16, _ value: [UInt8]) {
        guard peers[index].isUp else { return }
        let address = scenario.devices[index].address
        let lost = strike(.notifyLost, index) != nil
        log(.init(.sent, at: now, device: address, delivered: lost ? nil : value, detail: Self.handle(short)))
        if !lost { showNotification(index, short, value) }
    }

    private mutating func showNotification(_ index: Int, _ short: UInt16, _ value: [UInt8]) {
        guard peers[index].notifications[short]?.isEnabled == true else { return }
        showValue(index, short, value)
    }
}
