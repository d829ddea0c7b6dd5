/// Faults that occur at a scheduled time.
extension Simulation {
    mutating func timedFault(_ index: Int) {
        let fault = faults.faults[index]
        let (happens, next) = faults.timed(index, at: now)
        if let next { queue.add(.fault(index), at: next) }
        guard happens else { return }
        log(.init(.fault, at: now, device: fault.device, fault: fault.kind.rawValue))
        strikeDaemon(fault)
        for device in devices.indices where !peers[device].isRemoved {
            if fault.device == nil || fault.device == devices[device].script.address {
                strikeDevice(device, fault: fault)
            }
        }
        if let end = lasts(fault) { queue.add(.faultEnds(index), at: now + end) }
    }

    /// The duration of a fault; nil if another event ends it, or nothing does.
    private func lasts(_ fault: ScenarioFault) -> Duration? {
        switch fault.kind {
        case .daemonHang: fault.seconds ?? .seconds(10)
        case .discoveryStuck, .adapterRemoved, .adapterPoweredOff, .adapterBlocked, .secondAdapter: fault.seconds
        default: nil
        }
    }

    private mutating func strikeDaemon(_ fault: ScenarioFault) {
        switch fault.kind {
        case .discoveryStuck: adapter.stuck = fault.clearedBy
        case .adapterRemoved: removeAdapter()
        case .adapterBack: adapterAppears(fault.adapter ?? adapter.name)
        case .adapterPoweredOff: setPowered(false)
        case .adapterBlocked: setBlocked(true)
        case .secondAdapter: secondAdapterAppears(fault.adapter ?? "hci1")
        case .daemonHang: startHang()
        case .daemonRestart:
            stopDaemon()
            queue.add(.daemonStarts, at: now + (fault.seconds ?? .milliseconds(500)))
        default: break
        }
    }

    private mutating func strikeDevice(_ device: Int, fault: ScenarioFault) {
        switch fault.kind {
        case .staleBond: tell(device, input: .forgetBond)
        case .addressChanges: changeAddress(device)
        case .clockJumps:
            let jump = Int((fault.seconds ?? .seconds(3600)) / .seconds(1))
            tell(device, input: .clockOffset(devices[device].clock.offset + jump))
        case .disappears: disappear(device, for: fault.seconds)
        default: break
        }
    }

    mutating func faultEnds(_ index: Int) {
        let fault = faults.faults[index]
        switch fault.kind {
        case .discoveryStuck: adapter.stuck = nil
        case .adapterRemoved: adapterAppears(fault.adapter ?? adapter.name)
        case .adapterPoweredOff: setPowered(true)
        case .adapterBlocked: setBlocked(false)
        case .secondAdapter: secondAdapterGoes()
        case .daemonHang: endHang()
        default: break
        }
    }

    /// Moves a device out of range: its link is lost and its adverts are not received.
    mutating func disappear(_ device: Int, for time: Duration?) {
        peers[device].isGone = true
        endLink(device, reason: "lost")
        if let time { queue.add(.reappears(device: device), at: now + time) }
    }
}
