import DBus

/// `org.bluez.GattCharacteristic1`: reads and writes.
extension Simulation {
    mutating func characteristicMethod(_ call: MethodCall) throws(DaemonError) {
        guard let (index, found) = characteristic(call.path) else { throw .unknown(call, objectExists: false) }
        let asks = ["ReadValue", "WriteValue", "StartNotify"].contains(call.member)
        if asks, strike(.gattInProgress, at: index) != nil { throw .inProgress }
        switch call.member {
        case "ReadValue": try readValue(index, found: found, call: call)
        case "WriteValue": try writeValue(index, found: found, call: call)
        case "StartNotify": try startNotify(index, found: found, call: call)
        case "StopNotify": try stopNotify(index, found: found, call: call)
        case "AcquireNotify", "AcquireWrite": throw .notSupported
        default: throw .unknown(call, objectExists: true)
        }
    }

    private mutating func readValue(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard peers[index].isResolved else { throw .failed("Not connected") }
        guard peers[index].reads[found.short] == nil else { throw .inProgress }
        peers[index].reads[found.short] = call.id
        queue.add(
            .read(device: index, link: peers[index].generation, short: found.short),
            at: now + scenario.timing.gatt
        )
    }

    mutating func finishRead(_ index: Int, short: UInt16) {
        guard peers[index].reads[short] != nil, !fallsSilent(index, at: .discovery),
            !fallsSilent(index, at: LinkStep(short: short) ?? .discovery)
        else { return }
        if pairsFirst(index, short: short, request: .read(device: index, link: peers[index].generation, short: short)) {
            return
        }
        guard !isLost(index, at: short) else { return endLink(index, reason: "lost") }
        guard let call = peers[index].reads.removeValue(forKey: short) else { return }
        do {
            let value = try devices[index].read(short, at: now)
            showValue(index, short: short, value: value)
            reply(call, values: [.bytes(value)])
        } catch {
            fail(call, error: .attribute(error))
        }
        retick(index)
    }

    private mutating func writeValue(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard peers[index].isResolved else { throw .failed("Not connected") }
        guard peers[index].writes[found.short] == nil else { throw .inProgress }
        guard let value = call.body.first?.bytes, value.count <= 512 else { throw .invalidArguments }
        peers[index].writes[found.short] = call.id
        queue.add(
            .write(device: index, link: peers[index].generation, short: found.short, value: value),
            at: now + scenario.timing.gatt
        )
    }

    mutating func finishWrite(_ index: Int, short: UInt16, value: [UInt8]) {
        guard peers[index].writes[short] != nil else { return }
        let generation = peers[index].generation
        if pairsFirst(index, short: short, request: .write(device: index, link: generation, short: short, value: value))
        {
            return
        }
        let step = short == MeterProfile.control ? .racp : LinkStep(short: short) ?? .discovery
        guard !fallsSilent(index, at: step) else { return }
        if short == MeterProfile.control, strike(.racpBusy, at: index) != nil {
            return fail(peers[index].writes.removeValue(forKey: short), error: .attribute(.procedureInProgress))
        }
        var doing: [DeviceOutput] = []
        // What the device has accepted stays, even if its answer is lost with the link.
        var isLost = false
        do {
            doing = try devices[index].write(short, value: value, at: now)
            isLost = self.isLost(index, at: short, written: value)
            if !isLost { reply(peers[index].writes.removeValue(forKey: short)) }
        } catch {
            fail(peers[index].writes.removeValue(forKey: short), error: .attribute(error))
        }
        for output in doing where peers[index].generation == generation { play(index, output: output) }
        if isLost { endLink(index, reason: "lost") }
        retick(index)
    }

    /// Whether a fault ends the link at a read or a write.
    private mutating func isLost(_ index: Int, at short: UInt16, written: [UInt8] = []) -> Bool {
        if short == MeterProfile.control, written.first == RecordAccess.report {
            return strike(.dropAtStep, at: index, where: { $0.step == .racp && $0.frames == 0 }) != nil
        }
        guard let step = LinkStep(short: short) else { return false }
        let number = peers[index].accesses[step, default: 0] + 1
        peers[index].accesses[step] = number
        return strike(.dropAtStep, at: index, where: { $0.step == step && ($0.frames ?? 1) == number }) != nil
    }

    /// Whether an attribute requires encryption; if so, pairing starts and the request waits for it.
    private mutating func pairsFirst(_ index: Int, short: UInt16, request: SimulationEvent) -> Bool {
        guard devices[index].isGuarded, !devices[index].isEncrypted,
            devices[index].layout.characteristic(short)?.isGuarded == true
        else { return false }
        pairForRequest(index, request: request)
        return true
    }

    /// Fails a request that waited for a bond.
    mutating func refuse(_ request: SimulationEvent) {
        switch request {
        case .read(let index, _, let short):
            fail(peers[index].reads.removeValue(forKey: short), error: .attribute(.insufficientAuthentication))
        case .write(let index, _, let short, _):
            fail(peers[index].writes.removeValue(forKey: short), error: .attribute(.insufficientAuthentication))
        default: break
        }
    }

    /// Reschedules the device's tick, since traffic may have moved its deadline.
    private mutating func retick(_ index: Int) {
        guard let deadline = devices[index].deadline else { return }
        queue.add(.deviceTick(device: index), at: deadline)
    }

    /// Emits a value at once, even if it is unchanged.
    mutating func showValue(_ index: Int, short: UInt16, value: [UInt8]) {
        guard let path = path(index, short: short) else { return }
        set(path, interface: BlueZName.characteristic, name: "Value", value: .bytes(value), always: true)
        outputs.flush(path)
    }

    /// Fails the requests that were pending when the link ended.
    ///
    /// bluetoothd 5.66 reports the same error as for a device that did not answer for 30 s.
    mutating func cancelRequests(_ index: Int) {
        let error = AttError.unlikely
        for requests in [peers[index].reads, peers[index].writes] {
            for (_, call) in requests.sorted(by: { $0.value < $1.value }) { fail(call, error: .attribute(error)) }
        }
        peers[index].reads = [:]
        peers[index].writes = [:]
        for short in peers[index].notifications.keys.sorted() {
            for call in peers[index].notifications[short]?.calls ?? [] {
                fail(call.id, error: .attribute(error))
                peers[index].notifications[short]?.clients.remove(call.client)
            }
            peers[index].notifications[short]?.calls = []
            peers[index].notifications[short]?.isEnabled = false
            if peers[index].notifications[short]?.clients.isEmpty == true { peers[index].notifications[short] = nil }
        }
    }
}
