internal import SeededRandom

/// The devices around the radio, with the events that affect them and their actions.
final class Surroundings {
    private unowned let world: Simulation
    /// The number of frames from devices that send endlessly.
    private(set) var flooded = 0
    private var measurementsLeft = 0
    private var saidFinished = false

    init(_ world: Simulation) {
        self.world = world
    }

    /// Brings a device into range; its times count from now.
    func addDevice(_ script: ScenarioDevice) {
        let index = world.devices.count
        let stream = UInt64(index)
        world.devices.append(
            VirtualDevice(
                script,
                epoch: world.epoch,
                random: SplitMix64(seed: world.scenario.seed, stream: 1 + stream),
                at: world.now
            )
        )
        var peer = Peer(onAir: script.address, secrets: SplitMix64(seed: world.scenario.seed, stream: 100_000 + stream))
        if script.addressType == "resolvable" {
            peer.takeAddress()
            world.queue.add(.addressChanges(device: index), at: world.now + script.addressChange)
        }
        world.peers.append(peer)
        for measurement in script.measurements { plan(measurement, of: index) }
        for time in script.awakeAt { world.queue.add(.wake(device: index), at: world.now + time) }
    }

    /// Schedules a reading or a series of readings; times count from now.
    func plan(_ measurement: ScenarioMeasurement, of device: Int) {
        measurementsLeft += measurement.count
        world.queue.add(.measure(device: device, measurement, round: 0), at: world.now + measurement.at)
    }

    func measure(_ device: Int, measurement: ScenarioMeasurement, round: Int) {
        measurementsLeft -= 1
        if round + 1 < measurement.count, let every = measurement.every {
            world.queue.add(.measure(device: device, measurement, round: round + 1), at: world.now + every)
        }
        tell(device, input: .measure(frame: measurement.frame, values: measurement.values))
    }

    /// Passes an input to a device and performs its outputs.
    func tell(_ device: Int, input: DeviceInput) {
        guard !world.peers[device].isRemoved else { return }
        let doing = world.devices[device].handle(input, at: world.now)
        for output in doing { play(device, output: output) }
        if let deadline = world.devices[device].deadline { world.queue.add(.deviceTick(device: device), at: deadline) }
    }

    func play(_ device: Int, output: DeviceOutput) {
        let address = world.devices[device].script.address
        switch output {
        case .advertising(true):
            world.exports.log(.init(.advertising, at: world.now, device: address))
            world.peers[device].advertSeries += 1
            world.discovery.advertSoon(device)
        case .advertising(false): world.exports.log(.init(.silent, at: world.now, device: address))
        case .indicate(let frame, let reading): world.frames.indicate(device, frame: frame, reading: reading)
        case .answer(let frame): world.frames.answer(device, frame: frame)
        case .notify(let frame): world.frames.notify(device, frame: frame)
        case .record(let reading, let place): world.frames.record(device, reading: reading, place: place)
        case .reportEnds:
            if world.faults.strike(.racpNeverEnds, at: device) == nil { tell(device, input: .endReport) }
        case .flood(let frame):
            flooded += 1
            world.frames.showNotification(device, short: frame.characteristic, value: frame.bytes)
        case .disconnect:
            // A device that has stopped answering does not disconnect in order either.
            if !world.peers[device].isSilent { world.links.endLink(device, reason: "device") }
        case .measured(let reading): logFrames(.measured, of: reading, address: address)
        case .erased(let reading):
            logFrames(.confirmed, of: reading, address: address)
            sayFinished()
        case .ignoredSubscription(let short):
            world.exports.log(
                .init(.subscribed, at: world.now, device: address, detail: DeviceObjects.handle(short) + " ignored")
            )
        case .clockSet(let shift):
            world.exports.log(.init(.clockSet, at: world.now, device: address, detail: "\(shift)"))
        case .told(let kind, let text): world.exports.log(.init(kind, at: world.now, device: address, detail: text))
        }
    }

    private func logFrames(_ kind: GroundTruthEvent.Kind, of reading: StoredReading, address: String) {
        for frame in reading.frames {
            world.exports.log(.init(kind, at: world.now, device: address, reading: reading.number, frame: frame.bytes))
        }
    }

    func sayFinished() {
        let isEmpty = world.devices.indices.allSatisfy { world.peers[$0].isRemoved || world.devices[$0].stored.isEmpty }
        guard !saidFinished, measurementsLeft == 0, isEmpty else { return }
        saidFinished = true
        world.exports.log(.init(.finished, at: world.now))
    }

    /// Gives a device a new private address; an existing link keeps the old one.
    func changeAddress(_ device: Int) {
        guard world.devices[device].script.addressType == "resolvable", !world.peers[device].isRemoved else { return }
        world.peers[device].takeAddress()
        world.exports.log(
            .init(
                .addressChanged,
                at: world.now,
                device: world.devices[device].script.address,
                address: world.peers[device].onAir
            )
        )
    }

    /// Moves a device out of range: its link is lost and its adverts are not received.
    func disappear(_ device: Int, for time: Duration?) {
        world.peers[device].isGone = true
        world.links.endLink(device, reason: "lost")
        if let time { world.queue.add(.reappears(device: device), at: world.now + time) }
    }
}
