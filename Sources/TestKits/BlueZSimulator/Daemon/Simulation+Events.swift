/// Handles scheduled events by kind.
extension Simulation {
    mutating func handle(_ event: SimulationEvent) {
        switch event {
        case .daemonStarts: startDaemon()
        case .adapterAppears(let name): adapterAppears(name)
        case .measure(let device, let measurement, let round): measure(device, measurement: measurement, round: round)
        case .wake(let device): tell(device, input: .wake)
        case .deviceTick(let device):
            guard let deadline = devices[device].deadline, deadline <= now else { return }
            tell(device, input: .tick)
        case .advert(let device, let series): advert(device, series: series)
        case .temporaryTimeout(let device): temporaryTimeout(device)
        case .fault(let index): timedFault(index)
        case .faultEnds(let index): faultEnds(index)
        case .addressChanges(let device):
            changeAddress(device)
            queue.add(.addressChanges(device: device), at: now + devices[device].script.addressChange)
        case .ghostEnds(let path): ghostEnds(path)
        case .reappears(let device): peers[device].isGone = false
        default: handleLinkEvent(event)
        }
    }

    private mutating func handleLinkEvent(_ event: SimulationEvent) {
        switch event {
        case .linkUp(let device, let link) where isCurrent(device, link: link): linkUp(device)
        case .attemptFails(let device, let link, let wasHeard) where isCurrent(device, link: link):
            attemptFails(device, wasHeard: wasHeard)
        case .servicesResolved(let device, let link) where isCurrent(device, link: link): servicesResolved(device)
        case .linkEnds(let device, let link) where isCurrent(device, link: link): endLink(device, reason: "local")
        case .read(let device, let link, let short) where isCurrent(device, link: link):
            finishRead(device, short: short)
        case .write(let device, let link, let short, let value) where isCurrent(device, link: link):
            finishWrite(device, short: short, value: value)
        case .subscribe(let device, let link, let short, let on) where isCurrent(device, link: link):
            subscribe(device, short: short, on: on)
        case .bonded(let device, let link) where isCurrent(device, link: link): bonded(device)
        case .pairingRefused(let device, let link) where isCurrent(device, link: link):
            failPairing(device, error: .authenticationFailed, reason: 0x05)
        case .linkLost(let device, let link) where isCurrent(device, link: link): endLink(device, reason: "lost")
        case .requestTimeout(let device, let link) where isCurrent(device, link: link): requestTimeout(device)
        case .batteryRead(let device, let link) where isCurrent(device, link: link): batteryRead(device)
        default: break
        }
    }

    private func isCurrent(_ device: Int, link: Int) -> Bool { peers[device].generation == link }

    private mutating func measure(_ device: Int, measurement: ScenarioMeasurement, round: Int) {
        measurementsLeft -= 1
        if round + 1 < measurement.count, let every = measurement.every {
            queue.add(.measure(device: device, measurement, round: round + 1), at: now + every)
        }
        tell(device, input: .measure(frame: measurement.frame, values: measurement.values))
    }

    /// Passes an input to a device and performs its outputs.
    mutating func tell(_ device: Int, input: DeviceInput) {
        guard !peers[device].isRemoved else { return }
        let doing = devices[device].handle(input, at: now)
        for output in doing { play(device, output: output) }
        if let deadline = devices[device].deadline { queue.add(.deviceTick(device: device), at: deadline) }
    }

    mutating func play(_ device: Int, output: DeviceOutput) {
        let address = devices[device].script.address
        switch output {
        case .advertising(true):
            log(.init(.advertising, at: now, device: address))
            peers[device].advertSeries += 1
            advertSoon(device)
        case .advertising(false): log(.init(.silent, at: now, device: address))
        case .indicate(let frame, let reading): indicate(device, frame: frame, reading: reading)
        case .answer(let frame): answer(device, frame: frame)
        case .notify(let frame): notify(device, frame: frame)
        case .record(let reading, let place): record(device, reading: reading, place: place)
        case .reportEnds:
            if strike(.racpNeverEnds, at: device) == nil { tell(device, input: .endReport) }
        case .flood(let frame):
            flooded += 1
            showNotification(device, short: frame.characteristic, value: frame.bytes)
        case .disconnect:
            // A device that has stopped answering does not disconnect in order either.
            if !peers[device].isSilent { endLink(device, reason: "device") }
        case .measured(let reading): logFrames(.measured, of: reading, address: address)
        case .erased(let reading):
            logFrames(.confirmed, of: reading, address: address)
            sayFinished()
        case .ignoredSubscription(let short):
            log(.init(.subscribed, at: now, device: address, detail: Self.handle(short) + " ignored"))
        case .clockSet(let shift): log(.init(.clockSet, at: now, device: address, detail: "\(shift)"))
        case .told(let kind, let text): log(.init(kind, at: now, device: address, detail: text))
        }
    }

    private mutating func logFrames(_ kind: GroundTruthEvent.Kind, of reading: StoredReading, address: String) {
        for frame in reading.frames {
            log(.init(kind, at: now, device: address, reading: reading.number, frame: frame.bytes))
        }
    }

    mutating func sayFinished() {
        let isEmpty = devices.indices.allSatisfy { peers[$0].isRemoved || devices[$0].stored.isEmpty }
        guard !saidFinished, measurementsLeft == 0, isEmpty else { return }
        saidFinished = true
        log(.init(.finished, at: now))
    }
}
