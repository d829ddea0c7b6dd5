import DBus

/// `org.bluez.Adapter1` and the adapter's life cycle.
final class LocalAdapter {
    private unowned let world: Simulation
    /// The last part of its object path.
    private(set) var name: String
    /// Whether the adapter is there.
    private(set) var isPresent = false
    /// Whether it is switched on.
    private(set) var isPowered = false
    /// Whether rfkill holds it.
    private(set) var isBlocked = false
    /// Whether it is switched on again when rfkill lets it go.
    private var returnsPowered = false

    init(_ world: Simulation) {
        self.world = world
        name = world.scenario.adapter.name
    }

    /// Its object path.
    var path: DBusObjectPath { DBusObjectPath("/org/bluez").appending(name) }

    func adapterAppears(_ name: String) {
        guard world.daemon.isDaemonRunning, !isPresent else { return }
        self.name = name
        isPresent = true
        isPowered = world.scenario.adapter.autoEnable && !isBlocked
        returnsPowered = returnsPowered || world.scenario.adapter.autoEnable
        world.discovery.forgetSessions()
        world.exports.export(path, interfaces: [BlueZName.adapter: adapterProperties])
        for index in world.peers.indices where world.peers[index].isPaired { world.deviceObjects.exportDevice(index) }
    }

    var adapterProperties: [String: DBusValue] {
        [
            "Address": .string(world.scenario.adapter.address), "AddressType": "public", "Name": "simulator",
            "Alias": "simulator", "Class": .uint32(0), "Powered": .boolean(isPowered),
            "Discoverable": false, "DiscoverableTimeout": .uint32(180), "Pairable": true,
            "PairableTimeout": .uint32(0), "Discovering": false, "UUIDs": .strings([]),
            "Modalias": "usb:v1D6Bp0246d0542", "Roles": .strings(["central", "peripheral"]),
        ]
    }

    func adapterMethod(_ call: MethodCall) throws(DaemonError) {
        switch call.member {
        case "StartDiscovery": try world.discovery.startDiscovery(call)
        case "StopDiscovery": try world.discovery.stopDiscovery(call)
        case "SetDiscoveryFilter": try world.discovery.setDiscoveryFilter(call)
        case "GetDiscoveryFilters": world.exports.reply(call.id, values: [.strings(DiscoveryFilter.names)])
        case "RemoveDevice": try removeDevice(call)
        default: throw .unknown(call, objectExists: true)
        }
    }

    func setAdapterProperty(_ name: String, value: DBusValue) throws(DaemonError) {
        switch (name, value) {
        case ("Powered", .boolean(let on)):
            guard !on || !isBlocked else { throw .blocked }
            setPowered(on)
        case ("Alias", .string), ("Discoverable", .boolean), ("Pairable", .boolean),
            ("DiscoverableTimeout", .uint32), ("PairableTimeout", .uint32):
            world.exports.set(path, interface: BlueZName.adapter, name: name, value: value)
        case ("Powered", _), ("Alias", _), ("Discoverable", _), ("Pairable", _), ("DiscoverableTimeout", _),
            ("PairableTimeout", _):
            throw .invalidArguments
        default: throw .readOnly(name)
        }
    }

    /// Powers the adapter on or off; powering it off ends every link and discovery.
    func setPowered(_ on: Bool) {
        guard isPresent, on != isPowered else { return }
        if !on {
            dropRadio("adapter off", error: "le-connection-adapter-not-powered")
            world.discovery.endDiscovery()
            if world.discovery.stuck == .powerCycle { world.discovery.stuck = nil }
        }
        isPowered = on
        world.exports.set(path, interface: BlueZName.adapter, name: "Powered", value: .boolean(on))
    }

    /// Blocks or unblocks the adapter by rfkill; when unblocked, bluetoothd restores its previous state.
    func setBlocked(_ on: Bool) {
        guard on != isBlocked else { return }
        isBlocked = on
        if on { returnsPowered = isPowered }
        setPowered(on ? false : returnsPowered)
    }

    /// Ends every link and connection attempt.
    func dropRadio(_ reason: String, error: String) {
        for index in world.peers.indices {
            world.links.attemptFails(index, error: .failed(error), wasHeard: true)
            world.links.endLink(index, reason: reason)
        }
    }

    /// Removes the adapter; like bluetoothd, without first announcing the end of each device.
    func removeAdapter() {
        guard isPresent else { return }
        vanish()
        world.exports.unexport(path)
        dropRadio("adapter removed", error: "le-connection-abort-by-local")
        for index in world.peers.indices { world.deviceObjects.forgetObject(index) }
    }

    /// Forgets the adapter and its discovery without a signal.
    func vanish() {
        isPresent = false
        isPowered = false
        world.discovery.forgetSessions()
        world.discovery.stuck = nil
    }

    private func removeDevice(_ call: MethodCall) throws(DaemonError) {
        guard case .objectPath(let path)? = call.body.first else { throw .invalidArguments }
        guard let index = world.deviceObjects.deviceIndex(path) else { throw .doesNotExist }
        guard isPowered else { throw .notReady }
        // bluetoothd 5.66 never answers a Connect if the device is removed.
        world.peers[index].connectCall = nil
        world.links.attemptFails(index, wasHeard: true)
        world.links.endLink(index, reason: "local")
        if world.peers[index].isPaired {
            world.exports.log(.init(.unpaired, at: world.now, device: world.devices[index].script.address))
        }
        world.deviceObjects.dropDevice(index)
        world.peers[index].isPaired = false
        world.peers[index].isTrusted = false
        world.peers[index].isBlocked = false
        world.peers[index].alias = nil
        world.exports.reply(call.id)
    }
}
