import DBus

/// `org.bluez.GattCharacteristic1`: reads and writes.
final class GattRequests {
    private unowned let world: Simulation
    private var pending: [Int: Requests] = [:]

    init(_ world: Simulation) {
        self.world = world
    }

    func characteristicMethod(_ call: MethodCall) throws(DaemonError) {
        guard let (index, found) = world.gattObjects.characteristic(call.path) else {
            throw .unknown(call, objectExists: false)
        }
        let asks = ["ReadValue", "WriteValue", "StartNotify"].contains(call.member)
        if asks, world.faults.strike(.gattInProgress, at: index) != nil { throw .inProgress }
        switch call.member {
        case "ReadValue": try readValue(index, found: found, call: call)
        case "WriteValue": try writeValue(index, found: found, call: call)
        case "StartNotify": try world.notify.startNotify(index, found: found, call: call)
        case "StopNotify": try world.notify.stopNotify(index, found: found, call: call)
        case "AcquireNotify", "AcquireWrite": throw .notSupported
        default: throw .unknown(call, objectExists: true)
        }
    }

    private func readValue(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard world.peers[index].isResolved else { throw .failed("Not connected") }
        guard pending[index, default: .init()].reads[found.short] == nil else { throw .inProgress }
        pending[index, default: .init()].reads[found.short] = call.id
        world.queue.add(
            .read(device: index, link: world.peers[index].generation, short: found.short),
            at: world.now + world.scenario.timing.gatt
        )
    }

    func finishRead(_ index: Int, short: UInt16) {
        guard pending[index, default: .init()].reads[short] != nil, !world.links.fallsSilent(index, at: .discovery),
            !world.links.fallsSilent(index, at: LinkStep(short: short) ?? .discovery)
        else { return }
        if pairsFirst(
            index,
            short: short,
            request: .read(device: index, link: world.peers[index].generation, short: short)
        ) {
            return
        }
        guard !isLost(index, at: short) else { return world.links.endLink(index, reason: "lost") }
        guard let call = pending[index, default: .init()].reads.removeValue(forKey: short) else { return }
        do {
            let value = try world.devices[index].read(short, at: world.now)
            showValue(index, short: short, value: value)
            world.exports.reply(call, values: [.bytes(value)])
        } catch {
            world.exports.fail(call, error: .attribute(error))
        }
        retick(index)
    }

    private func writeValue(
        _ index: Int,
        found: GattLayout.Characteristic,
        call: MethodCall
    ) throws(DaemonError) {
        guard world.peers[index].isResolved else { throw .failed("Not connected") }
        guard pending[index, default: .init()].writes[found.short] == nil else { throw .inProgress }
        guard let value = call.body.first?.bytes, value.count <= 512 else { throw .invalidArguments }
        pending[index, default: .init()].writes[found.short] = call.id
        world.queue.add(
            .write(device: index, link: world.peers[index].generation, short: found.short, value: value),
            at: world.now + world.scenario.timing.gatt
        )
    }

    func finishWrite(_ index: Int, short: UInt16, value: [UInt8]) {
        guard pending[index, default: .init()].writes[short] != nil else { return }
        let generation = world.peers[index].generation
        if pairsFirst(index, short: short, request: .write(device: index, link: generation, short: short, value: value))
        {
            return
        }
        let step = short == MeterProfile.control ? .racp : LinkStep(short: short) ?? .discovery
        guard !world.links.fallsSilent(index, at: step) else { return }
        if short == MeterProfile.control, world.faults.strike(.racpBusy, at: index) != nil {
            return world.exports.fail(
                pending[index, default: .init()].writes.removeValue(forKey: short),
                error: .attribute(.procedureInProgress)
            )
        }
        var doing: [DeviceOutput] = []
        // A write that the device has accepted remains, even if its answer is lost with the link.
        var isLost = false
        do {
            doing = try world.devices[index].write(short, value: value, at: world.now)
            isLost = self.isLost(index, at: short, written: value)
            if !isLost { world.exports.reply(pending[index, default: .init()].writes.removeValue(forKey: short)) }
        } catch {
            world.exports.fail(
                pending[index, default: .init()].writes.removeValue(forKey: short),
                error: .attribute(error)
            )
        }
        for output in doing where world.peers[index].generation == generation {
            world.surroundings.play(index, output: output)
        }
        if isLost { world.links.endLink(index, reason: "lost") }
        retick(index)
    }

    /// Whether a fault ends the link at a read or a write.
    private func isLost(_ index: Int, at short: UInt16, written: [UInt8] = []) -> Bool {
        if short == MeterProfile.control, written.first == RecordAccess.report {
            return world.faults.strike(.dropAtStep, at: index, where: { $0.step == .racp && $0.frames == 0 }) != nil
        }
        guard let step = LinkStep(short: short) else { return false }
        let number = pending[index, default: .init()].accesses[step, default: 0] + 1
        pending[index, default: .init()].accesses[step] = number
        return world.faults.strike(.dropAtStep, at: index, where: { $0.step == step && ($0.frames ?? 1) == number })
            != nil
    }

    /// Whether an attribute requires encryption; if so, pairing starts and the request waits for it.
    private func pairsFirst(_ index: Int, short: UInt16, request: SimulationEvent) -> Bool {
        guard world.devices[index].isGuarded, !world.devices[index].isEncrypted,
            world.devices[index].layout.characteristic(short)?.isGuarded == true
        else { return false }
        world.pairing.pairForRequest(index, request: request)
        return true
    }

    /// Fails a request that waited for a bond.
    func refuse(_ request: SimulationEvent) {
        switch request {
        case .read(let index, _, let short):
            world.exports.fail(
                pending[index, default: .init()].reads.removeValue(forKey: short),
                error: .attribute(.insufficientAuthentication)
            )
        case .write(let index, _, let short, _):
            world.exports.fail(
                pending[index, default: .init()].writes.removeValue(forKey: short),
                error: .attribute(.insufficientAuthentication)
            )
        default: break
        }
    }

    /// Reschedules the device's tick, since traffic may have moved its deadline.
    private func retick(_ index: Int) {
        guard let deadline = world.devices[index].deadline else { return }
        world.queue.add(.deviceTick(device: index), at: deadline)
    }

    /// Emits a value at once, even if it is unchanged.
    func showValue(_ index: Int, short: UInt16, value: [UInt8]) {
        guard let path = world.deviceObjects.path(index, short: short) else { return }
        world.exports.set(path, interface: BlueZName.characteristic, name: "Value", value: .bytes(value), always: true)
        world.exports.flush(path)
    }

    /// Fails the requests that were pending when the link ended.
    ///
    /// bluetoothd 5.66 reports the same error as for a device that did not answer for 30 s.
    func cancelRequests(_ index: Int) {
        let error = AttError.unlikely
        for requests in [pending[index]?.reads, pending[index]?.writes] {
            for (_, call) in (requests ?? [:]).sorted(by: { $0.value < $1.value }) {
                world.exports.fail(call, error: .attribute(error))
            }
        }
        drop(index)
        world.notify.linkEnded(index, error: error)
    }

    /// Forgets every request, because the daemon ends.
    func drop(_ index: Int) {
        pending[index]?.reads = [:]
        pending[index]?.writes = [:]
    }

    /// Resets the counters for a new link.
    func linkBegins(_ index: Int) {
        pending[index]?.accesses = [:]
    }
}

/// The reads and writes of one device.
private struct Requests {
    /// The calls by characteristic.
    var reads: [UInt16: Int] = [:]
    var writes: [UInt16: Int] = [:]
    /// The number of reads and writes on this link, by step.
    var accesses: [LinkStep: Int] = [:]
}
