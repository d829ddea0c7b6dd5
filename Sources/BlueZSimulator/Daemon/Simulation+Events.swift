/// Events by kind.
extension Simulation {
    mutating func handle(_ event: SimulationEvent) {
        switch event {
        case .daemonStarts: startDaemon()
        case .adapterAppears(let name): adapterAppears(name)
        case .measure(let device, let entry, let round): measure(device, entry, round)
        case .wake(let device): tell(device, .wake)
        case .deviceTick(let device):
            guard let deadline = devices[device].deadline, deadline <= now else { return }
            tell(device, .tick)
        case .advert(let device, let series): advert(device, series)
        case .temporaryTimeout(let device): temporaryTimeout(device)
        case .fault(let index): timedFault(index)
        case .faultEnds(let index): faultEnds(index)
        default: handleLinkEvent(event)
        }
    }

    private mutating func handleLinkEvent(_ event: SimulationEvent) {
        switch event {
        case .linkUp(let device, let link) where isCurrent(device, link): linkUp(device)
        case .attemptFails(let device, let link, let text) where isCurrent(device, link):
            attemptFails(device, .failed(text))
        case .servicesResolved(let device, let link) where isCurrent(device, link): servicesResolved(device)
        case .linkEnds(let device, let link) where isCurrent(device, link): endLink(device, "local")
        case .read(let device, let link, let short) where isCurrent(device, link): finishRead(device, short)
        case .write(let device, let link, let short, let value) where isCurrent(device, link):
            finishWrite(device, short, value)
        case .subscribe(let device, let link, let short, let on) where isCurrent(device, link):
            subscribe(device, short, on)
        case .bonded(let device, let link) where isCurrent(device, link): bonded(device)
        case .pairingRefused(let device, let link) where isCurrent(device, link):
            failPairing(device, .authenticationFailed)
        default: break
        }
    }

    private func isCurrent(_ device: Int, _ link: Int) -> Bool { peers[device].generation == link }

    private mutating func measure(_ device: Int, _ entry: Int, _ round: Int) {
        let measurement = scenario.devices[device].measurements[entry]
        measurementsLeft -= 1
        if round + 1 < measurement.count, let every = measurement.every {
            queue.add(.measure(device: device, entry: entry, round: round + 1), at: now + every)
        }
        tell(device, .measure(frame: measurement.frame, values: measurement.values))
    }

    /// Gives a device an input and plays what it does.
    mutating func tell(_ device: Int, _ input: DeviceInput) {
        let doing = devices[device].handle(input, at: now)
        for output in doing { play(device, output) }
        if let deadline = devices[device].deadline { queue.add(.deviceTick(device: device), at: deadline) }
    }

    private mutating func play(_ device: Int, _ output: DeviceOutput) {
        let address = scenario.devices[device].address
        switch output {
        case .advertising(true):
            log(.init(.advertising, at: now, device: address))
            peers[device].advertSeries += 1
            advertSoon(device)
        case .advertising(false): log(.init(.silent, at: now, device: address))
        case .indicate(let short, let reading): indicate(device, short, reading)
        case .notify(let short, let value): notify(device, short, value)
        case .disconnect: endLink(device, "device")
        case .measured(let reading):
            log(.init(.measured, at: now, device: address, reading: reading.number, frame: reading.frame))
        case .erased(let reading):
            log(.init(.confirmed, at: now, device: address, reading: reading.number, frame: reading.frame))
            sayFinished()
        case .ignoredSubscription(let short):
            log(.init(.subscribed, at: now, device: address, detail: Self.handle(short) + " ignored"))
        case .clockSet(let shift): log(.init(.clockSet, at: now, device: address, detail: "\(shift)"))
        }
    }

    private mutating func sayFinished() {
        guard !saidFinished, measurementsLeft == 0, devices.allSatisfy(\.stored.isEmpty) else { return }
        saidFinished = true
        log(.init(.finished, at: now))
    }
}
