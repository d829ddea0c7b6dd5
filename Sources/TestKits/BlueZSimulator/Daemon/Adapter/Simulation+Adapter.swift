import DBus

/// `org.bluez.Adapter1` and the adapter's life cycle.
extension Simulation {
    mutating func adapterAppears(_ name: String) {
        guard isDaemonRunning, !adapter.isPresent else { return }
        adapter = AdapterState(
            name: name,
            isPresent: true,
            isPowered: scenario.adapter.autoEnable && !adapter.isBlocked,
            isBlocked: adapter.isBlocked,
            returnsPowered: adapter.returnsPowered || scenario.adapter.autoEnable,
            stuck: adapter.stuck
        )
        export(adapter.path, interfaces: [BlueZName.adapter: adapterProperties])
        for index in peers.indices where peers[index].isPaired { exportDevice(index) }
    }

    var adapterProperties: [String: DBusValue] {
        [
            "Address": .string(scenario.adapter.address), "AddressType": "public", "Name": "simulator",
            "Alias": "simulator", "Class": .uint32(0), "Powered": .boolean(adapter.isPowered),
            "Discoverable": false, "DiscoverableTimeout": .uint32(180), "Pairable": true,
            "PairableTimeout": .uint32(0), "Discovering": false, "UUIDs": .strings([]),
            "Modalias": "usb:v1D6Bp0246d0542", "Roles": .strings(["central", "peripheral"]),
        ]
    }

    mutating func adapterMethod(_ call: MethodCall) throws(DaemonError) {
        switch call.member {
        case "StartDiscovery": try startDiscovery(call)
        case "StopDiscovery": try stopDiscovery(call)
        case "SetDiscoveryFilter": try setDiscoveryFilter(call)
        case "GetDiscoveryFilters": reply(call.id, values: [.strings(DiscoveryFilter.names)])
        case "RemoveDevice": try removeDevice(call)
        default: throw .unknown(call, objectExists: true)
        }
    }

    mutating func setAdapterProperty(_ name: String, value: DBusValue) throws(DaemonError) {
        switch (name, value) {
        case ("Powered", .boolean(let on)):
            guard !on || !adapter.isBlocked else { throw .blocked }
            setPowered(on)
        case ("Alias", .string), ("Discoverable", .boolean), ("Pairable", .boolean),
            ("DiscoverableTimeout", .uint32), ("PairableTimeout", .uint32):
            set(adapter.path, interface: BlueZName.adapter, name: name, value: value)
        case ("Powered", _), ("Alias", _), ("Discoverable", _), ("Pairable", _), ("DiscoverableTimeout", _),
            ("PairableTimeout", _):
            throw .invalidArguments
        default: throw .readOnly(name)
        }
    }

    /// Powers the adapter on or off; powering it off ends every link and discovery.
    mutating func setPowered(_ on: Bool) {
        guard adapter.isPresent, on != adapter.isPowered else { return }
        if !on {
            dropRadio("adapter off", error: "le-connection-adapter-not-powered")
            endDiscovery()
            if adapter.stuck == .powerCycle { adapter.stuck = nil }
        }
        adapter.isPowered = on
        set(adapter.path, interface: BlueZName.adapter, name: "Powered", value: .boolean(on))
    }

    /// Blocks or unblocks the adapter by rfkill; when unblocked, bluetoothd restores its previous state.
    mutating func setBlocked(_ on: Bool) {
        guard on != adapter.isBlocked else { return }
        adapter.isBlocked = on
        if on { adapter.returnsPowered = adapter.isPowered }
        setPowered(on ? false : adapter.returnsPowered)
    }

    /// Ends every link and connection attempt.
    mutating func dropRadio(_ reason: String, error: String) {
        for index in peers.indices {
            attemptFails(index, error: .failed(error), wasHeard: true)
            endLink(index, reason: reason)
        }
    }

    /// Removes the adapter; like bluetoothd, without first announcing the end of each device.
    mutating func removeAdapter() {
        guard adapter.isPresent else { return }
        adapter.isPresent = false
        adapter.isPowered = false
        adapter.sessions = [:]
        adapter.discoveringSince = nil
        adapter.stuck = nil
        unexport(adapter.path)
        dropRadio("adapter removed", error: "le-connection-abort-by-local")
        for index in peers.indices { forgetObject(index) }
    }

    private mutating func removeDevice(_ call: MethodCall) throws(DaemonError) {
        guard case .objectPath(let path)? = call.body.first else { throw .invalidArguments }
        guard let index = deviceIndex(path) else { throw .doesNotExist }
        guard adapter.isPowered else { throw .notReady }
        // bluetoothd 5.66 never answers a Connect if the device is removed.
        peers[index].connectCall = nil
        attemptFails(index, wasHeard: true)
        endLink(index, reason: "local")
        if peers[index].isPaired {
            log(.init(.unpaired, at: now, device: devices[index].script.address))
        }
        dropDevice(index)
        peers[index].isPaired = false
        peers[index].isTrusted = false
        peers[index].isBlocked = false
        peers[index].alias = nil
        reply(call.id)
    }

    /// The index of the device behind an exported object.
    func deviceIndex(_ path: DBusObjectPath) -> Int? {
        devices.indices.first { peers[$0].isExported && self.path($0) == path }
    }
}
