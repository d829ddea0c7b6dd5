import DBus

/// `org.bluez.Device1`: the objects and their life cycle.
extension Simulation {
    mutating func exportDevice(_ index: Int) {
        guard !peers[index].isExported else { return }
        peers[index].isExported = true
        let identity = devices[index].script.address
        peers[index].pathAddress = peers[index].isPaired ? identity : peers[index].onAir
        peers[index].isTemporary = !peers[index].isPaired && !peers[index].isTrusted
        export(path(index), interfaces: [BlueZName.device: deviceProperties(index)])
    }

    private func deviceProperties(_ index: Int) -> [String: DBusValue] {
        let script = devices[index].script
        let peer = peers[index]
        let address = peer.isPaired ? script.address : peer.onAir
        let type = script.addressType == "resolvable" ? "random" : script.addressType
        var properties: [String: DBusValue] = [
            "Address": .string(address), "AddressType": .string(type),
            "Alias": .string(peer.alias ?? peer.name ?? address.split(separator: ":").joined(separator: "-")),
            "Paired": .boolean(peer.isPaired), "Bonded": .boolean(peer.isPaired),
            "Trusted": .boolean(peer.isTrusted), "Blocked": .boolean(peer.isBlocked), "LegacyPairing": false,
            "Connected": false, "ServicesResolved": false, "Adapter": .objectPath(adapter.path),
            "UUIDs": .strings(devices[index].advertisedServices),
        ]
        properties["Name"] = peer.name.map(DBusValue.string)
        if let rssi = peer.rssi {
            properties["RSSI"] = .int16(rssi)
            properties.merge(advertProperties(script)) { $1 }
        }
        return properties
    }

    mutating func setDeviceProperty(
        _ path: DBusObjectPath,
        name: String,
        value: DBusValue
    ) throws(DaemonError) {
        guard let index = deviceIndex(path) else { throw .doesNotExist }
        switch (name, value) {
        case ("Trusted", .boolean(let on)):
            peers[index].isTrusted = on
            if on { peers[index].isTemporary = false }
        case ("Blocked", .boolean(let on)): peers[index].isBlocked = on
        case ("Alias", .string(let text)): peers[index].alias = text.isEmpty ? nil : text
        case ("Trusted", _), ("Blocked", _), ("Alias", _): throw .invalidArguments
        default: throw .readOnly(name)
        }
        let shown = name == "Alias" ? .string(peers[index].alias ?? peers[index].name ?? "") : value
        set(path, interface: BlueZName.device, name: name, value: shown)
    }

    mutating func deviceMethod(_ call: MethodCall) throws(DaemonError) {
        guard let index = deviceIndex(call.path) else { throw .unknown(call, objectExists: false) }
        switch call.member {
        case "Connect": try connect(index, call: call)
        case "Disconnect": try disconnect(index, call: call)
        case "Pair": try pair(index, call: call)
        case "CancelPairing": try cancelPairing(index, call: call)
        case "ConnectProfile", "DisconnectProfile": throw .notSupported
        default: throw .unknown(call, objectExists: true)
        }
    }

    /// Starts the timer that removes a temporary device when it is no longer seen.
    mutating func watchTemporary(_ index: Int) {
        queue.add(.temporaryTimeout(device: index), at: peers[index].lastSeen + scenario.timing.temporaryTimeout)
    }

    mutating func temporaryTimeout(_ index: Int) {
        let peer = peers[index]
        guard peer.isExported, peer.isTemporary, !peer.isUp, !peer.isConnecting else { return }
        if peer.lastSeen + scenario.timing.temporaryTimeout > now { return watchTemporary(index) }
        dropDevice(index)
    }

    /// Removes a device's objects and announces it.
    mutating func dropDevice(_ index: Int) {
        unexport(path(index))
        forgetObject(index)
    }

    /// Resets the state tied to the device object, including the notify sessions.
    mutating func forgetObject(_ index: Int) {
        for call in peers[index].notifications.values.flatMap(\.calls) { fail(call.id, error: .attribute(nil)) }
        endPairAgain(index)
        peers[index].notifications = [:]
        peers[index].isExported = false
        peers[index].knowsServices = false
        peers[index].rssi = nil
        peers[index].name = peers[index].isPaired ? peers[index].name : nil
    }
}

/// Private addresses.
extension Simulation {
    /// Gives a device a new private address; an existing link keeps the old one.
    mutating func changeAddress(_ device: Int) {
        guard devices[device].script.addressType == "resolvable", !peers[device].isRemoved else { return }
        peers[device].takeAddress()
        log(
            .init(
                .addressChanged,
                at: now,
                device: devices[device].script.address,
                address: peers[device].onAir
            )
        )
    }

    /// Leaves the object of the old address behind until the daemon's temporary timeout.
    mutating func leaveGhost(_ device: Int) {
        queue.add(.ghostEnds(path(device)), at: peers[device].lastSeen + scenario.timing.temporaryTimeout)
        forgetObject(device)
        peers[device].pathAddress = peers[device].onAir
    }

    mutating func ghostEnds(_ path: DBusObjectPath) {
        guard deviceIndex(path) == nil, path != adapter.path, objects[path] != nil else { return }
        unexport(path)
    }
}
