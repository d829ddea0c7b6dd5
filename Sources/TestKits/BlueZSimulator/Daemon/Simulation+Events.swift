/// Handles scheduled events by kind.
extension Simulation {
    mutating func handle(_ event: SimulationEvent) {
        switch event {
        case .daemonStarts: startDaemon()
        case .adapterAppears(let name): adapterAppears(name)
        case .measure(let device, let measurement, let round): measure(device, measurement, round)
        case .wake(let device): tell(device, .wake)
        case .deviceTick(let device):
            guard let deadline = devices[device].deadline, deadline <= now else { return }
            tell(device, .tick)
        case .advert(let device, let series): advert(device, series)
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
        case .linkUp(let device, let link) where isCurrent(device, link): linkUp(device)
        case .attemptFails(let device, let link, let wasHeard) where isCurrent(device, link):
            attemptFails(device, wasHeard: wasHeard)
        case .servicesResolved(let device, let link) where isCurrent(device, link): servicesResolved(device)
        case .linkEnds(let device, let link) where isCurrent(device, link): endLink(device, "local")
        case .read(let device, let link, let short) where isCurrent(device, link): finishRead(device, short)
        case .write(let device, let link, let short, let value) where isCurrent(device, link):
            finishWrite(device, short, value)
        case .subscribe(let device, let link, let short, let on) where isCurrent(device, link):
            subscribe(device, short, on)
        case .bonded(let device, let link) where isCurrent(device, link): bonded(device)
        case .pairingRefused(let device, let link) where isCurrent(device, link):
            failPairing(device, .authenticationFailed, reason: 0x05)
        case .linkLost(let device, let link) where isCurrent(device, link): endLink(device, "lost")
        case .requestTimeout(let device, let link) where isCurrent(device, link): requestTimeout(device)
        case .batteryRead(let device, let link) where isCurrent(device, link): batteryRead(device)
        default: break
        }
    }

    private func isCurrent(_ device: Int, _ link: Int) -> Bool { peers[device].generation == link }

    private mutating func measure(_ device: Int, _ measurement: ScenarioMeasurement, _ round: Int) {
        measurementsLeft -= 1
        if round + 1 < measurement.count, let every = measurement.every {
            queue.add(.measure(device: device, measurement, round: round + 1), at: now + every)
        }
        tell(device, .measure(frame: measurement.frame, values: measurement.values))
    }

    /// Passes an input to a device and performs its outputs.
    mutating func tell(_ device: Int, _ input: DeviceInput) {
        guard !peers[device].isRemoved else { return }
        let doing = devices[device].handle(input, at: now)
        for output in doing { play(device, output) }
        if let deadline = devices[device].deadline { queue.add(.deviceTick(device: device), at: deadline) }
    }

    mutating func play(_ device: Int, _ output: DeviceOutput) {
        let address = devices[device].script.address
        switch output {
        case .advertising(true):
            log(.init(.advertising, at: now, device: address))
            peers[device].advertSeries += 1
            advertSoon(device)
        case .advertising(false): log(.init(.silent, at: now, device: address))
        case .indicate(let frame, let reading): indicate(device, frame, reading)
        case .answer(let frame): answer(device, frame)
        case .notify(let frame): notify(device, frame)
        case .record(let reading, let place): record(device, reading, place)
        case .reportEnds:
            if strike(.racpNeverEnds, device) == nil { tell(device, .endReport) }
        case .flood(let frame):
            flooded += 1
            showNotification(device, frame.characteristic, frame.bytes)
        case .disconnect:
            // A device that has stopped answering does not disconnect in order either.
            if !peers[device].isSilent { endLink(device, "device") }
        case .measured(let reading): logFrames(.measured, of: reading, address)
        case .erased(let reading):
            logFrames(.confirmed, of: reading, address)
            sayFinished()
        case .ignoredSubscription(let short):
            log(.init(.subscribed, at: now, device: address, detail: Self.handle(short) + " ignored"))
        case .clockSet(let shift): log(.init(.clockSet, at: now, device: address, detail: "\(shift)"))
        case .told(let kind, let text): log(.init(kind, at: now, device: address, detail: text))
        }
    }

    private mutating func logFrames(_ kind: GroundTruthEvent.Kind, of reading: StoredReading, _ address: String) {
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
