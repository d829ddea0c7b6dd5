import DBus

/// Discovery sessions and the adverts they receive.
extension Simulation {
    mutating func startDiscovery(_ call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        guard adapter.sessions[call.sender]?.isActive != true else { throw .busy }
        if let fault = faults.strike(.startDiscoveryInProgress, device: nil, at: now) {
            log(.init(.fault, at: now, fault: fault.kind.rawValue))
            throw .busy
        }
        adapter.sessions[call.sender, default: .init()].isActive = true
        if adapter.discoveringSince == nil {
            adapter.discoveringSince = now
            set(adapter.path, interface: BlueZName.adapter, name: "Discovering", value: true)
        }
        reply(call.id)
    }

    mutating func stopDiscovery(_ call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        guard adapter.sessions[call.sender]?.isActive == true else { throw .failed("No discovery started") }
        if let fault = faults.strike(.stopDiscoveryInProgress, device: nil, at: now) {
            log(.init(.fault, at: now, fault: fault.kind.rawValue))
            throw .busy
        }
        adapter.sessions[call.sender] = nil
        discoveryMayEnd()
        reply(call.id)
    }

    mutating func setDiscoveryFilter(_ call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        guard let properties = call.body.first?.properties, let filter = DiscoveryFilter(properties) else {
            throw .invalidArguments
        }
        adapter.sessions[call.sender, default: .init()].filter = properties.isEmpty ? nil : filter
        reply(call.id)
    }

    /// Ends discovery if no session is left.
    mutating func discoveryMayEnd() {
        guard adapter.active.isEmpty, adapter.discoveringSince != nil else { return }
        endDiscovery()
        if adapter.stuck == .restart { adapter.stuck = nil }
    }

    /// Ends all sessions; invalidates the devices' signal strengths.
    mutating func endDiscovery() {
        adapter.sessions = adapter.sessions.filter { !$0.value.isActive }
        guard adapter.discoveringSince != nil else { return }
        adapter.discoveringSince = nil
        set(adapter.path, interface: BlueZName.adapter, name: "Discovering", value: false)
        for index in peers.indices where peers[index].isExported {
            peers[index].rssi = nil
            invalidate(path(index), interface: BlueZName.device, name: "RSSI")
        }
    }

    /// Schedules the device's next advert, with the standard's random delay of up to 10 ms.
    mutating func advertSoon(_ device: Int) {
        let delay = Duration.microseconds(Int64.random(in: 0...10_000, using: &radioNoise))
        let next = now + devices[device].script.advertisingInterval + delay
        queue.add(.advert(device: device, series: peers[device].advertSeries), at: next)
    }

    mutating func advert(_ device: Int, series: Int) {
        guard devices[device].isAdvertising, peers[device].advertSeries == series else { return }
        advertSoon(device)
        let noise = Int16.random(in: -4...4, using: &radioNoise)
        guard isDaemonRunning, adapter.isPowered, adapter.stuck == nil, !peers[device].isGone else { return }
        if case .connecting(doomed: false) = peers[device].link {
            // An attempt waits for the address that it was given; only a bond reveals the owner of a new one.
            guard peers[device].isPaired || peers[device].pathAddress == peers[device].onAir else { return }
            // The kernel connects to devices that the radio reports, which is once per device and discovery round.
            guard scanRound == nil || peers[device].heardIn != scanRound else { return }
            queue.add(.linkUp(device: device, link: peers[device].generation), at: now + scenario.timing.connect)
        } else if isListening {
            if let scanRound {
                guard peers[device].heardIn != scanRound else { return }
                peers[device].heardIn = scanRound
            }
            hear(device, rssi: max(-127, min(20, devices[device].script.rssi + noise)))
        }
    }

    /// Whether the radio receives: during a discovery round, or, if it scans without gaps, unless it is connecting.
    private var isListening: Bool {
        guard adapter.discoveringSince != nil else { return false }
        return hasRounds ? scanRound != nil : !peers.contains(where: \.isConnecting)
    }

    private var hasRounds: Bool { scenario.timing.scanGap > .zero && scenario.timing.scanWindow > .zero }

    /// Start of the current discovery round; nil between rounds, and if the radio scans without gaps.
    private var scanRound: Duration? {
        guard hasRounds, let since = adapter.discoveringSince else { return nil }
        let cycle = (scenario.timing.scanWindow + scenario.timing.scanGap) / .milliseconds(1)
        let phase = ((now - since) / .milliseconds(1)).truncatingRemainder(dividingBy: cycle)
        guard phase < scenario.timing.scanWindow / .milliseconds(1) else { return nil }
        return since + .milliseconds((((now - since) / .milliseconds(1)) - phase).rounded())
    }

    private mutating func hear(_ device: Int, rssi: Int16) {
        let active = adapter.active
        let script = devices[device].script
        let address = peers[device].isPaired ? script.address : peers[device].onAir
        guard active.contains(where: { $0.filter?.accepts(devices[device], at: address, rssi: rssi) ?? true }) else {
            return
        }
        if peers[device].isExported, !peers[device].isPaired, peers[device].pathAddress != address {
            leaveGhost(device)
        }
        peers[device].lastSeen = now
        let heardBefore = peers[device].isExported
        if !heardBefore {
            peers[device].name = script.name
            peers[device].rssi = rssi
            exportDevice(device)
            if peers[device].isTemporary { watchTemporary(device) }
            return
        }
        showAdvert(device, rssi: rssi, duplicates: active.contains { $0.filter?.duplicateData == true })
        // Without a filter bluetoothd reports only changes of 8 dB or more.
        let threshold: Int16 = active.contains { $0.filter != nil } ? 0 : 8
        let old = peers[device].rssi
        guard old.map({ abs($0 - rssi) >= threshold }) ?? true else { return }
        peers[device].rssi = rssi
        set(path(device), interface: BlueZName.device, name: "RSSI", value: .int16(rssi), always: true)
    }

    private mutating func showAdvert(_ device: Int, rssi: Int16, duplicates: Bool) {
        let script = devices[device].script
        let path = path(device)
        for (name, value) in advertProperties(script) {
            set(
                path,
                interface: BlueZName.device,
                name: name,
                value: value,
                always: duplicates && name.hasSuffix("Data")
            )
        }
        if peers[device].name == nil {
            peers[device].name = script.name
            set(path, interface: BlueZName.device, name: "Name", value: .string(script.name))
            if peers[device].alias == nil {
                set(path, interface: BlueZName.device, name: "Alias", value: .string(script.name))
            }
        }
    }

    /// The properties derived from the data of an advert.
    func advertProperties(_ script: ScenarioDevice) -> [String: DBusValue] {
        var properties: [String: DBusValue] = [:]
        if !script.manufacturerData.isEmpty {
            properties["ManufacturerData"] = .manufacturerData(script.manufacturerData)
        }
        if !script.serviceData.isEmpty {
            properties["ServiceData"] = .dictionary(script.serviceData.mapValues(DBusValue.bytes))
        }
        return properties
    }
}
