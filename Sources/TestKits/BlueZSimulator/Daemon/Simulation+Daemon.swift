import DBus

/// Start and end of bluetoothd, and the timed faults.
extension Simulation {
    mutating func startDaemon() {
        guard !isDaemonRunning else { return }
        isDaemonRunning = true
        outputs.append(.daemonStarted)
        log(.init(.daemonStarted, at: now))
        // The name appears on the bus before the adapter.
        export("/org/bluez", interfaces: [BlueZName.agentManager: [:]])
        queue.add(.adapterAppears(name: adapter.name), at: now + scenario.timing.adapterStart)
    }

    /// Ends the daemon: it forgets everything except the bonds and answers nothing any more.
    mutating func stopDaemon() {
        guard isDaemonRunning else { return }
        dropHang()
        isDaemonRunning = false
        secondAdapter = nil
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

    /// Drops every pending call; the bus answers them when the daemon leaves.
    private mutating func dropCalls(_ index: Int) {
        peers[index].connectCall = nil
        peers[index].disconnectCalls = []
        peers[index].pairAgainCalls = []
        peers[index].pairing = nil
        peers[index].reads = [:]
        peers[index].writes = [:]
        peers[index].notifications = [:]
    }
}
