import DBus
internal import SeededRandom

/// Discovery sessions and the adverts they receive.
final class Discovery {
    private unowned let world: Simulation
    /// The discovery sessions by client; a filter may be set before discovery starts.
    private var sessions: [String: DiscoverySession] = [:]
    /// When the present discovery began.
    private(set) var discoveringSince: Duration?
    /// The event that ends a stuck discovery; nil if it is not stuck.
    var stuck: ScenarioFault.Cure?

    init(_ world: Simulation) {
        self.world = world
    }

    private var active: [DiscoverySession] { sessions.values.filter(\.isActive) }

    func startDiscovery(_ call: MethodCall) throws(DaemonError) {
        guard world.adapter.isPowered else { throw .notReady }
        guard sessions[call.sender]?.isActive != true else { throw .busy }
        guard !world.faults.strikesAdapter(.startDiscoveryInProgress) else { throw .busy }
        sessions[call.sender, default: .init()].isActive = true
        if discoveringSince == nil {
            discoveringSince = world.now
            world.exports.set(world.adapter.path, interface: BlueZName.adapter, name: "Discovering", value: true)
        }
        world.exports.reply(call.id)
    }

    func stopDiscovery(_ call: MethodCall) throws(DaemonError) {
        guard world.adapter.isPowered else { throw .notReady }
        guard sessions[call.sender]?.isActive == true else { throw .failed("No discovery started") }
        guard !world.faults.strikesAdapter(.stopDiscoveryInProgress) else { throw .busy }
        sessions[call.sender] = nil
        discoveryMayEnd()
        world.exports.reply(call.id)
    }

    func setDiscoveryFilter(_ call: MethodCall) throws(DaemonError) {
        guard world.adapter.isPowered else { throw .notReady }
        guard let properties = call.body.first?.properties, let filter = DiscoveryFilter(properties) else {
            throw .invalidArguments
        }
        sessions[call.sender, default: .init()].filter = properties.isEmpty ? nil : filter
        world.exports.reply(call.id)
    }

    /// Ends the session of a client that left the bus.
    func clientLeft(_ client: String) {
        if sessions.removeValue(forKey: client)?.isActive == true { discoveryMayEnd() }
    }

    /// Forgets every session without a signal, because the adapter is gone.
    func forgetSessions() {
        sessions = [:]
        discoveringSince = nil
    }

    /// Ends discovery if no session is left.
    private func discoveryMayEnd() {
        guard active.isEmpty, discoveringSince != nil else { return }
        endDiscovery()
        if stuck == .restart { stuck = nil }
    }

    /// Ends all sessions; invalidates the devices' signal strengths.
    func endDiscovery() {
        sessions = sessions.filter { !$0.value.isActive }
        guard discoveringSince != nil else { return }
        discoveringSince = nil
        world.exports.set(world.adapter.path, interface: BlueZName.adapter, name: "Discovering", value: false)
        for index in world.peers.indices where world.peers[index].isExported {
            world.peers[index].rssi = nil
            world.exports.invalidate(world.deviceObjects.path(index), interface: BlueZName.device, name: "RSSI")
        }
    }

    /// Schedules the device's next advert, with the standard's random delay of up to 10 ms.
    func advertSoon(_ device: Int) {
        let delay = Duration.microseconds(Int64.random(in: 0...10_000, using: &world.radioNoise))
        let next = world.now + world.devices[device].script.advertisingInterval + delay
        world.queue.add(.advert(device: device, series: world.peers[device].advertSeries), at: next)
    }

    func advert(_ device: Int, series: Int) {
        guard world.devices[device].isAdvertising, world.peers[device].advertSeries == series else { return }
        advertSoon(device)
        let noise = Int16.random(in: -4...4, using: &world.radioNoise)
        guard world.daemon.isDaemonRunning, world.adapter.isPowered, stuck == nil, !world.peers[device].isGone else {
            return
        }
        if case .connecting(doomed: false) = world.peers[device].link {
            // An attempt waits for the address that it was given; only a bond reveals the owner of a new one.
            guard world.peers[device].isPaired || world.peers[device].pathAddress == world.peers[device].onAir else {
                return
            }
            // The kernel connects to devices that the radio reports, which is once per device and discovery round.
            guard scanRound == nil || world.peers[device].heardIn != scanRound else { return }
            world.queue.add(
                .linkUp(device: device, link: world.peers[device].generation),
                at: world.now + world.scenario.timing.connect
            )
        } else if isListening {
            if let scanRound {
                guard world.peers[device].heardIn != scanRound else { return }
                world.peers[device].heardIn = scanRound
            }
            hear(device, rssi: max(-127, min(20, world.devices[device].script.rssi + noise)))
        }
    }

    /// Whether the radio receives: during a discovery round, or, if it scans without gaps, unless it is connecting.
    private var isListening: Bool {
        guard discoveringSince != nil else { return false }
        return hasRounds ? scanRound != nil : !world.peers.contains(where: \.isConnecting)
    }

    private var hasRounds: Bool { world.scenario.timing.scanGap > .zero && world.scenario.timing.scanWindow > .zero }

    /// Start of the current discovery round; nil between rounds, and if the radio scans without gaps.
    private var scanRound: Duration? {
        guard hasRounds, let since = discoveringSince else { return nil }
        let cycle = (world.scenario.timing.scanWindow + world.scenario.timing.scanGap) / .milliseconds(1)
        let phase = ((world.now - since) / .milliseconds(1)).truncatingRemainder(dividingBy: cycle)
        guard phase < world.scenario.timing.scanWindow / .milliseconds(1) else { return nil }
        return since + .milliseconds((((world.now - since) / .milliseconds(1)) - phase).rounded())
    }

    private func hear(_ device: Int, rssi: Int16) {
        let active = active
        let script = world.devices[device].script
        let address = world.peers[device].isPaired ? script.address : world.peers[device].onAir
        guard active.contains(where: { $0.filter?.accepts(world.devices[device], at: address, rssi: rssi) ?? true })
        else {
            return
        }
        if world.peers[device].isExported, !world.peers[device].isPaired, world.peers[device].pathAddress != address {
            world.deviceObjects.leaveGhost(device)
        }
        world.peers[device].lastSeen = world.now
        let heardBefore = world.peers[device].isExported
        if !heardBefore {
            world.peers[device].name = script.name
            world.peers[device].rssi = rssi
            world.deviceObjects.exportDevice(device)
            if world.peers[device].isTemporary { world.deviceObjects.watchTemporary(device) }
            return
        }
        showAdvert(device, rssi: rssi, duplicates: active.contains { $0.filter?.duplicateData == true })
        // Without a filter bluetoothd reports only changes of 8 dB or more.
        let threshold: Int16 = active.contains { $0.filter != nil } ? 0 : 8
        let old = world.peers[device].rssi
        guard old.map({ abs($0 - rssi) >= threshold }) ?? true else { return }
        world.peers[device].rssi = rssi
        world.exports.set(
            world.deviceObjects.path(device),
            interface: BlueZName.device,
            name: "RSSI",
            value: .int16(rssi),
            always: true
        )
    }

    private func showAdvert(_ device: Int, rssi: Int16, duplicates: Bool) {
        let script = world.devices[device].script
        let path = world.deviceObjects.path(device)
        for (name, value) in world.deviceObjects.advertProperties(device) {
            world.exports.set(
                path,
                interface: BlueZName.device,
                name: name,
                value: value,
                always: duplicates && name.hasSuffix("Data")
            )
        }
        if world.peers[device].name == nil {
            world.peers[device].name = script.name
            world.exports.set(path, interface: BlueZName.device, name: "Name", value: .string(script.name))
            if world.peers[device].alias == nil {
                world.exports.set(path, interface: BlueZName.device, name: "Alias", value: .string(script.name))
            }
        }
    }
}
