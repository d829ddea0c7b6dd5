import DBus

/// Private addresses.
extension Simulation {
    /// A device takes a new private address; a link keeps the one it was made with.
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

    /// The object of an old address stays until it is not seen for the daemon's temporary time.
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
