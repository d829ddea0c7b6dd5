/// Applies control requests to the devices, the daemon and the adapter.
final class ControlDesk {
    private unowned let world: Simulation

    init(_ world: Simulation) {
        self.world = world
    }

    func obey(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        switch request.name {
        case "status": return status()
        case "stats": return stats()
        case "add": return try add(request)
        case "fault": try addFault(request)
        case "clearFaults":
            world.discovery.stuck = nil
            return ["cleared": .whole(world.faults.clear())]
        case "adapter": try moveAdapter(try request.text("to"))
        case "daemon": try moveDaemon(try request.text("to"))
        case "reboot":
            world.daemon.stopDaemon()
            world.queue.add(.daemonStarts, at: world.now)
        case "measure": return try measure(request)
        default: return try obeyDevice(request, device: try index(request))
        }
        return [:]
    }

    private func obeyDevice(
        _ request: ControlRequest,
        device: Int
    ) throws(ControlError) -> ControlValue {
        switch request.name {
        case "remove":
            world.links.endLink(device, reason: "lost")
            world.surroundings.tell(device, input: .silence)
            world.peers[device].isRemoved = true
            world.surroundings.sayFinished()
        case "advertise": world.surroundings.tell(device, input: .wake)
        case "silence": world.surroundings.tell(device, input: .silence)
        case "disconnect": world.links.endLink(device, reason: "device")
        case "drop": world.links.endLink(device, reason: "lost")
        case "disappear":
            world.surroundings.disappear(device, for: try request.number("seconds", in: 0...3e8).map { .seconds($0) })
        case "reappear": world.peers[device].isGone = false
        case "forget": world.surroundings.tell(device, input: .forgetBond)
        case "clear":
            let count = world.devices[device].stored.count + world.devices[device].profile.recordCount
            world.surroundings.tell(device, input: .clear)
            return ["cleared": .whole(count)]
        default: return try changeDevice(request, device: device)
        }
        return [:]
    }

    private func changeDevice(
        _ request: ControlRequest,
        device: Int
    ) throws(ControlError) -> ControlValue {
        let passkey = try request.number("passkey", in: 0...999_999).map { UInt32($0) }
        switch request.name {
        case "pairing":
            guard let mode = PairingMode(rawValue: try request.text("pairing")) else {
                let known = PairingMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlError("pairing must be one of \(known)")
            }
            world.surroundings.tell(device, input: .pairing(mode, passkey: passkey))
        case "enter":
            guard let passkey else { throw ControlError("enter: passkey is missing") }
            world.pairing.enter(device, passkey: passkey)
        case "clock":
            guard let offset = try request.number("offsetSeconds", in: -4e9...4e9) else {
                throw ControlError("clock: offsetSeconds is missing")
            }
            world.surroundings.tell(device, input: .clockOffset(Int(offset)))
            return ["clock": .text(world.devices[device].clock.time(at: world.now).text)]
        case "address":
            guard world.devices[device].script.addressType == "resolvable" else {
                throw ControlError("\(world.devices[device].script.address) is not of addressType resolvable")
            }
            world.surroundings.changeAddress(device)
            return ["onAir": .text(world.peers[device].onAir)]
        default: throw ControlError("no \"\(request.name)\" here")
        }
        return [:]
    }

    /// The device that a request names.
    private func index(_ request: ControlRequest) throws(ControlError) -> Int {
        let address = try request.text("device")
        let found = world.devices.indices.last {
            !world.peers[$0].isRemoved && world.devices[$0].script.address == address
        }
        guard let found else { throw ControlError("there is no device \(address)") }
        return found
    }

    private func add(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        let script = try request.part(ScenarioDevice.self, at: "device")
        let isKnown = world.devices.indices.contains {
            !world.peers[$0].isRemoved && world.devices[$0].script.address == script.address
        }
        guard !isKnown else { throw ControlError("there is a device \(script.address) already") }
        guard world.devices.count < 1000 else { throw ControlError("1000 devices are the most") }
        world.surroundings.addDevice(script)
        return status(of: world.devices.count - 1)
    }

    private func measure(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        let device = try index(request)
        let measurement = try request.part(ScenarioMeasurement.self, without: ["device"])
        let profile = world.devices[device].script.profile
        if let stray = measurement.stray(for: profile) {
            throw ControlError("a \(profile.rawValue) has no measurement key \"\(stray)\"")
        }
        if measurement.at > .zero || measurement.count > 1 {
            world.surroundings.plan(measurement, of: device)
            return ["scheduled": .whole(measurement.count)]
        }
        world.surroundings.tell(device, input: .measure(frame: measurement.frame, values: measurement.values))
        let frames = world.devices[device].lastMeasured?.frames.map { frame -> ControlValue in
            ["characteristic": .text(DeviceObjects.handle(frame.characteristic)), "frame": .text(frame.bytes.hex)]
        }
        return ["reading": .whole(world.devices[device].taken), "frames": .list(frames ?? [])]
    }

    private func addFault(_ request: ControlRequest) throws(ControlError) {
        var fault = try request.part(ScenarioFault.self)
        if let address = fault.device {
            guard world.devices.contains(where: { $0.script.address == address }) else {
                throw ControlError("there is no device \(address)")
            }
        }
        fault.at += world.now
        fault.until = fault.until.map { $0 + world.now }
        world.faults.add(fault)
    }

    private func moveAdapter(_ to: String) throws(ControlError) {
        switch to {
        case "detach": world.adapter.removeAdapter()
        case "attach": world.adapter.adapterAppears(world.adapter.name)
        case "on": if !world.adapter.isBlocked { world.adapter.setPowered(true) }
        case "off": world.adapter.setPowered(false)
        case "block": world.adapter.setBlocked(true)
        case "unblock": world.adapter.setBlocked(false)
        default: throw ControlError("adapter: no \"\(to)\"; known are attach, detach, on, off, block, unblock")
        }
        world.exports.log(.init(.adapter, at: world.now, detail: to))
    }

    private func moveDaemon(_ to: String) throws(ControlError) {
        switch to {
        case "kill", "stop": world.daemon.stopDaemon()
        case "start": world.queue.add(.daemonStarts, at: world.now)
        case "restart":
            world.daemon.stopDaemon()
            world.queue.add(.daemonStarts, at: world.now)
        case "hang": world.daemon.startHang()
        case "resume": world.daemon.endHang()
        default: throw ControlError("daemon: no \"\(to)\"; known are kill, stop, start, hang, resume, restart")
        }
    }

    func status() -> ControlValue {
        let there = world.devices.indices.filter { !world.peers[$0].isRemoved }
        return [
            "at": .number((world.now / .milliseconds(1)).rounded() / 1000),
            "adapter": .text(world.scenario.adapter.address),
            "scanning": .bool(world.discovery.discoveringSince != nil), "devices": .list(there.map { status(of: $0) }),
        ]
    }

    func status(of index: Int) -> ControlValue {
        let device = world.devices[index]
        let script = device.script
        let subscribed = device.subscribed.sorted().map { ControlValue.text(DeviceObjects.handle($0)) }
        return [
            "address": .text(script.address), "onAir": .text(world.peers[index].onAir), "name": .text(script.name),
            "profile": .text(script.profile.rawValue),
            "advertising": .bool(device.isAdvertising && !world.peers[index].isGone),
            "connected": .bool(world.peers[index].isUp),
            "encrypted": .bool(device.isEncrypted),
            "authenticated": .bool(device.isEncrypted && script.pairing.isAuthenticated),
            "subscribed": .list(subscribed),
            "stored": .whole(device.stored.count + device.profile.recordCount), "measured": .whole(device.taken),
            "confirmed": .whole(device.confirmedReadings), "clock": .text(device.clock.time(at: world.now).text),
            "bonds": .list(device.isBonded ? [.text(world.scenario.adapter.address)] : []),
            "waitsForPasskey": .bool(world.pairing.waitsForPasskey(index)),
            "users": .list(device.profile.userIndices.map { ControlValue.whole(Int($0)) }),
            "consented": device.profile.consented.map { ControlValue.whole(Int($0)) } ?? .null,
        ]
    }

    func stats() -> ControlValue {
        [
            "at": .number((world.now / .milliseconds(1)).rounded() / 1000),
            "flooded": .whole(world.surroundings.flooded),
            "faults": .object(world.faults.struckByKind.mapValues { ControlValue.whole($0) }),
            "links": .whole(world.peers.count(where: \.isUp)),
            "scanning": .bool(world.discovery.discoveringSince != nil),
        ]
    }
}
