import DBus

/// bluetoothd's start and end, and the timed faults.
extension Simulation {
    mutating func startDaemon() {
        guard !isDaemonRunning else { return }
        isDaemonRunning = true
        outputs.append(.daemonStarted)
        log(.init(.daemonStarted, at: now))
        // The name is on the bus before the adapter is there.
        export("/org/bluez", [BlueZName.agentManager: [:]])
        queue.add(.adapterAppears(name: adapter.name), at: now + scenario.timing.adapterStart)
    }

    /// Ends the daemon: everything but the bonds is forgotten, nothing is answered any more.
    private mutating func stopDaemon() {
        guard isDaemonRunning else { return }
        isDaemonRunning = false
        objects = [:]
        agents = [:]
        defaultAgent = nil
        adapter.isPresent = false
        adapter.isPowered = false
        adapter.sessions = [:]
        adapter.discoveringSince = nil
        adapter.stuck = nil
        for index in peers.indices { dropCalls(index) }
        dropRadio("daemon stopped", error: "")
        for index in peers.indices { forgetObject(index) }
        outputs.dropChanges()
        outputs.append(.daemonStopped)
        log(.init(.daemonStopped, at: now))
    }

    /// Forgets every call under way; the bus answers them when the daemon leaves it.
    private mutating func dropCalls(_ index: Int) {
        peers[index].connectCall = nil
        peers[index].disconnectCalls = []
        peers[index].pairing = nil
        peers[index].reads = [:]
        peers[index].writes = [:]
        peers[index].notifications = [:]
    }

    mutating func timedFault(_ index: Int) {
        let fault = scenario.faults[index]
        let (happens, next) = faults.timed(index, at: now)
        if let next { queue.add(.fault(index), at: next) }
        guard happens else { return }
        log(.init(.fault, at: now, device: fault.device, fault: fault.kind.rawValue))
        switch fault.kind {
        case .discoveryStuck: adapter.stuck = fault.clearedBy
        case .adapterRemoved: removeAdapter()
        case .adapterBack: adapterAppears(fault.adapter ?? adapter.name)
        case .adapterPoweredOff: setPowered(false)
        case .daemonRestart:
            stopDaemon()
            queue.add(.daemonStarts, at: now + (fault.seconds ?? .milliseconds(500)))
        case .staleBond:
            for device in devices.indices
            where fault.device == nil || fault.device == scenario.devices[device].address {
                tell(device, .forgetBond)
            }
        default: break
        }
        if let seconds = fault.seconds, fault.kind != .daemonRestart { queue.add(.faultEnds(index), at: now + seconds) }
    }

    mutating func faultEnds(_ index: Int) {
        let fault = scenario.faults[index]
        switch fault.kind {
        case .discoveryStuck: adapter.stuck = nil
        case .adapterRemoved: adapterAppears(fault.adapter ?? adapter.name)
        case .adapterPoweredOff: setPowered(true)
        default: break
        }
    }
}
