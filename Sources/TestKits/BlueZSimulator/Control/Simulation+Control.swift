/// Applies control requests to the devices, the daemon and the adapter.
extension Simulation {
    /// Executes a request; its times count from now.
    package mutating func control(
        _ request: ControlRequest,
        at time: Duration
    ) -> (outputs: [SimulationOutput], answer: Result<ControlValue, ControlError>) {
        var result = advance(to: time)
        let answer: Result<ControlValue, ControlError>
        do {
            answer = .success(try obey(request))
        } catch {
            answer = .failure(error)
        }
        result += drain()
        return (result, answer)
    }

    private mutating func obey(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        switch request.name {
        case "status": return status()
        case "stats": return stats()
        case "add": return try add(request)
        case "fault": try addFault(request)
        case "clearFaults":
            adapter.stuck = nil
            return ["cleared": .whole(faults.clear())]
        case "adapter": try moveAdapter(try request.text("to"))
        case "daemon": try moveDaemon(try request.text("to"))
        case "reboot":
            stopDaemon()
            queue.add(.daemonStarts, at: now)
        case "measure": return try measure(request)
        default: return try obeyDevice(request, device: try index(request))
        }
        return [:]
    }

    private mutating func obeyDevice(
        _ request: ControlRequest,
        device: Int
    ) throws(ControlError) -> ControlValue {
        switch request.name {
        case "remove":
            endLink(device, reason: "lost")
            tell(device, input: .silence)
            peers[device].isRemoved = true
            sayFinished()
        case "advertise": tell(device, input: .wake)
        case "silence": tell(device, input: .silence)
        case "disconnect": endLink(device, reason: "device")
        case "drop": endLink(device, reason: "lost")
        case "disappear":
            disappear(device, for: try request.number("seconds", in: 0...3e8).map { .seconds($0) })
        case "reappear": peers[device].isGone = false
        case "forget": tell(device, input: .forgetBond)
        case "clear":
            let count = devices[device].stored.count + devices[device].profile.recordCount
            tell(device, input: .clear)
            return ["cleared": .whole(count)]
        default: return try changeDevice(request, device: device)
        }
        return [:]
    }

    private mutating func changeDevice(
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
            tell(device, input: .pairing(mode, passkey: passkey))
        case "enter":
            guard let passkey else { throw ControlError("enter: passkey is missing") }
            enter(device, passkey: passkey)
        case "clock":
            guard let offset = try request.number("offsetSeconds", in: -4e9...4e9) else {
                throw ControlError("clock: offsetSeconds is missing")
            }
            tell(device, input: .clockOffset(Int(offset)))
            return ["clock": .text(devices[device].clock.time(at: now).text)]
        case "address":
            guard devices[device].script.addressType == "resolvable" else {
                throw ControlError("\(devices[device].script.address) is not of addressType resolvable")
            }
            changeAddress(device)
            return ["onAir": .text(peers[device].onAir)]
        default: throw ControlError("no \"\(request.name)\" here")
        }
        return [:]
    }

    /// The device that a request names.
    private func index(_ request: ControlRequest) throws(ControlError) -> Int {
        let address = try request.text("device")
        let found = devices.indices.last { !peers[$0].isRemoved && devices[$0].script.address == address }
        guard let found else { throw ControlError("there is no device \(address)") }
        return found
    }

    private mutating func add(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        let script = try request.part(ScenarioDevice.self, at: "device")
        let isKnown = devices.indices.contains { !peers[$0].isRemoved && devices[$0].script.address == script.address }
        guard !isKnown else { throw ControlError("there is a device \(script.address) already") }
        guard devices.count < 1000 else { throw ControlError("1000 devices are the most") }
        addDevice(script)
        return status(of: devices.count - 1)
    }

    private mutating func measure(_ request: ControlRequest) throws(ControlError) -> ControlValue {
        let device = try index(request)
        let measurement = try request.part(ScenarioMeasurement.self, without: ["device"])
        let profile = devices[device].script.profile
        if let stray = measurement.stray(for: profile) {
            throw ControlError("a \(profile.rawValue) has no measurement key \"\(stray)\"")
        }
        if measurement.at > .zero || measurement.count > 1 {
            plan(measurement, of: device)
            return ["scheduled": .whole(measurement.count)]
        }
        tell(device, input: .measure(frame: measurement.frame, values: measurement.values))
        let frames = devices[device].lastMeasured?.frames.map { frame -> ControlValue in
            ["characteristic": .text(Self.handle(frame.characteristic)), "frame": .text(frame.bytes.hex)]
        }
        return ["reading": .whole(devices[device].taken), "frames": .list(frames ?? [])]
    }

    private mutating func addFault(_ request: ControlRequest) throws(ControlError) {
        var fault = try request.part(ScenarioFault.self)
        if let address = fault.device {
            guard devices.contains(where: { $0.script.address == address }) else {
                throw ControlError("there is no device \(address)")
            }
        }
        fault.at += now
        fault.until = fault.until.map { $0 + now }
        let index = faults.add(fault)
        if fault.kind.isTimed { queue.add(.fault(index), at: fault.at) }
    }

    private mutating func moveAdapter(_ to: String) throws(ControlError) {
        switch to {
        case "detach": removeAdapter()
        case "attach": adapterAppears(adapter.name)
        case "on": if !adapter.isBlocked { setPowered(true) }
        case "off": setPowered(false)
        case "block": setBlocked(true)
        case "unblock": setBlocked(false)
        default: throw ControlError("adapter: no \"\(to)\"; known are attach, detach, on, off, block, unblock")
        }
        log(.init(.adapter, at: now, detail: to))
    }

    private mutating func moveDaemon(_ to: String) throws(ControlError) {
        switch to {
        case "kill", "stop": stopDaemon()
        case "start": queue.add(.daemonStarts, at: now)
        case "restart":
            stopDaemon()
            queue.add(.daemonStarts, at: now)
        case "hang": startHang()
        case "resume": endHang()
        default: throw ControlError("daemon: no \"\(to)\"; known are kill, stop, start, hang, resume, restart")
        }
    }
}

/// The queries of the control socket about the devices and the run.
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
            "confirmed": .whole(device.confirmedReadings), "clock": .text(device.clock.time(at: now).text),
            "bonds": .list(device.isBonded ? [.text(scenario.adapter.address)] : []),
            "waitsForPasskey": .bool(peers[index].pairing?.shown != nil),
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
