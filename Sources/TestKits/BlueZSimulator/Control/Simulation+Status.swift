/// What the control line tells of the devices and of the run.
extension Simulation {
    func status() -> ControlValue {
        let there = devices.indices.filter { !peers[$0].isRemoved }
        return [
            "at": .number((now / .milliseconds(1)).rounded() / 1000), "adapter": .text(scenario.adapter.address),
            "scanning": .bool(adapter.discoveringSince != nil), "devices": .list(there.map { status(of: $0) }),
        ]
    }

    func status(of index: Int) -> ControlValue {
        let device = devices[index]
        let script = device.script
        let subscribed = device.subscribed.sorted().map { ControlValue.text(Self.handle($0)) }
        return [
            "address": .text(script.address), "onAir": .text(peers[index].onAir), "name": .text(script.name),
            "profile": .text(script.profile.rawValue),
            "advertising": .bool(device.isAdvertising && !peers[index].isGone), "connected": .bool(peers[index].isUp),
            "encrypted": .bool(device.isEncrypted),
            "authenticated": .bool(device.isEncrypted && script.pairing.isAuthenticated),
            "subscribed": .list(subscribed),
            "stored": .whole(device.stored.count + device.profile.recordCount), "measured": .whole(device.taken),
            "confirmed": .whole(device.confirmedReadings),
            "bonds": .list(device.isBonded ? [.text(scenario.adapter.address)] : []),
            "waitsForPasskey": .bool(peers[index].pairing?.shown != nil), "clock": .text(device.clock(at: now).text),
            "users": .list(device.profile.userIndices.map { ControlValue.whole(Int($0)) }),
            "consented": device.profile.consented.map { ControlValue.whole(Int($0)) } ?? .null,
        ]
    }

    func stats() -> ControlValue {
        [
            "at": .number((now / .milliseconds(1)).rounded() / 1000), "flooded": .whole(flooded),
            "faults": .object(faults.struckByKind.mapValues { ControlValue.whole($0) }),
            "links": .whole(peers.count(where: \.isUp)), "scanning": .bool(adapter.discoveringSince != nil),
        ]
    }
}
