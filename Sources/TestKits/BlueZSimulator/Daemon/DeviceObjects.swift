import DBus

/// `org.bluez.Device1`: the objects and their life cycle.
final class DeviceObjects {
    private unowned let world: Simulation

    init(_ world: Simulation) {
        self.world = world
    }

    func exportDevice(_ index: Int) {
        guard !world.peers[index].isExported else { return }
        world.peers[index].isExported = true
        let identity = world.devices[index].script.address
        world.peers[index].pathAddress = world.peers[index].isPaired ? identity : world.peers[index].onAir
        world.peers[index].isTemporary = !world.peers[index].isPaired && !world.peers[index].isTrusted
        world.exports.export(path(index), interfaces: [BlueZName.device: deviceProperties(index)])
    }

    private func deviceProperties(_ index: Int) -> [String: DBusValue] {
        let script = world.devices[index].script
        let peer = world.peers[index]
        let address = peer.isPaired ? script.address : peer.onAir
        let type = script.addressType == "resolvable" ? "random" : script.addressType
        var properties: [String: DBusValue] = [
            "Address": .string(address), "AddressType": .string(type),
            "Alias": .string(peer.alias ?? peer.name ?? address.split(separator: ":").joined(separator: "-")),
            "Paired": .boolean(peer.isPaired), "Bonded": .boolean(peer.isPaired),
            "Trusted": .boolean(peer.isTrusted), "Blocked": .boolean(peer.isBlocked), "LegacyPairing": false,
            "Connected": false, "ServicesResolved": false, "Adapter": .objectPath(world.adapter.path),
            "UUIDs": .strings(world.devices[index].advertisedServices),
        ]
        properties["Name"] = peer.name.map(DBusValue.string)
        if let rssi = peer.rssi {
            properties["RSSI"] = .int16(rssi)
            properties.merge(advertProperties(index)) { $1 }
        }
        return properties
    }

    func setDeviceProperty(
        _ path: DBusObjectPath,
        name: String,
        value: DBusValue
    ) throws(DaemonError) {
        guard let index = deviceIndex(path) else { throw .doesNotExist }
        switch (name, value) {
        case ("Trusted", .boolean(let on)):
            world.peers[index].isTrusted = on
            if on { world.peers[index].isTemporary = false }
        case ("Blocked", .boolean(let on)): world.peers[index].isBlocked = on
        case ("Alias", .string(let text)): world.peers[index].alias = text.isEmpty ? nil : text
        case ("Trusted", _), ("Blocked", _), ("Alias", _): throw .invalidArguments
        default: throw .readOnly(name)
        }
        let shown = name == "Alias" ? .string(world.peers[index].alias ?? world.peers[index].name ?? "") : value
        world.exports.set(path, interface: BlueZName.device, name: name, value: shown)
    }

    func deviceMethod(_ call: MethodCall) throws(DaemonError) {
        guard let index = deviceIndex(call.path) else { throw .unknown(call, objectExists: false) }
        switch call.member {
        case "Connect": try world.links.connect(index, call: call)
        case "Disconnect": try world.links.disconnect(index, call: call)
        case "Pair": try world.pairing.pair(index, call: call)
        case "CancelPairing": try world.pairing.cancelPairing(index, call: call)
        case "ConnectProfile", "DisconnectProfile": throw .notSupported
        default: throw .unknown(call, objectExists: true)
        }
    }

    /// Starts the timer that removes a temporary device when it is no longer seen.
    func watchTemporary(_ index: Int) {
        world.queue.add(
            .temporaryTimeout(device: index),
            at: world.peers[index].lastSeen + world.scenario.timing.temporaryTimeout
        )
    }

    func temporaryTimeout(_ index: Int) {
        let peer = world.peers[index]
        guard peer.isExported, peer.isTemporary, !peer.isUp, !peer.isConnecting else { return }
        if peer.lastSeen + world.scenario.timing.temporaryTimeout > world.now { return watchTemporary(index) }
        dropDevice(index)
    }

    /// Removes a device's objects and announces it.
    func dropDevice(_ index: Int) {
        world.exports.unexport(path(index))
        forgetObject(index)
    }

    /// Resets the state tied to the device object, including the notify sessions.
    func forgetObject(_ index: Int) {
        world.notify.objectEnded(index)
        world.pairing.endPairAgain(index)
        world.peers[index].isExported = false
        world.peers[index].knowsServices = false
        world.peers[index].rssi = nil
        world.peers[index].name = world.peers[index].isPaired ? world.peers[index].name : nil
    }

    /// Leaves the object of the old address behind until the daemon's temporary timeout.
    func leaveGhost(_ device: Int) {
        world.queue.add(
            .ghostEnds(path(device)),
            at: world.peers[device].lastSeen + world.scenario.timing.temporaryTimeout
        )
        forgetObject(device)
        world.peers[device].pathAddress = world.peers[device].onAir
    }

    func ghostEnds(_ path: DBusObjectPath) {
        guard deviceIndex(path) == nil, path != world.adapter.path, world.exports.objects[path] != nil else { return }
        world.exports.unexport(path)
    }

    /// The properties derived from the data of an advert.
    func advertProperties(_ device: Int) -> [String: DBusValue] {
        var properties: [String: DBusValue] = [:]
        let (companies, services) = (world.devices[device].script.manufacturerData, world.devices[device].serviceData)
        if !companies.isEmpty { properties["ManufacturerData"] = .manufacturerData(companies) }
        if !services.isEmpty { properties["ServiceData"] = .dictionary(services.mapValues(DBusValue.bytes)) }
        return properties
    }

    /// The index of the device behind an exported object.
    func deviceIndex(_ path: DBusObjectPath) -> Int? {
        world.devices.indices.first { world.peers[$0].isExported && self.path($0) == path }
    }

    /// The object path of a device.
    func path(_ device: Int) -> DBusObjectPath {
        world.adapter.path.appending(
            BluetoothAddress.pathElement(world.peers[device].pathAddress ?? world.peers[device].onAir)
        )
    }

    /// The object path of a characteristic; nil if the device has none with the UUID.
    func path(_ device: Int, short: UInt16) -> DBusObjectPath? {
        for service in world.devices[device].layout.services {
            guard let found = service.characteristics.first(where: { $0.short == short }) else { continue }
            return path(device).appending("service" + Self.handle(service.handle))
                .appending("char" + Self.handle(found.handle))
        }
        return nil
    }

    /// A handle as BlueZ formats it in paths.
    static func handle(_ handle: UInt16) -> String {
        let digits = String(handle, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
