internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Reports the results of passive readings by events, hooks and the health report.
@ReaderIsolation final class PassiveReporter {
    /// The largest number of readings in one event, so that it fits in a message.
    private static let readingsPerEvent = 32

    /// The devices whose person was prompted to measure.
    private var ready: ReadyBook
    /// The devices whose last passive reading failed.
    private var failures = DeviceTroubles()
    /// The devices whose last reading found nothing, which was reported.
    private var withoutReading: Set<DeviceID> = []
    private let events: ReaderEvents
    private let hooks: HookRunner
    private let judge: FailureJudge
    private let statistics: ReaderStatistics
    private let environment: BusEnvironment

    init(
        ready: ReadyBook,
        events: ReaderEvents,
        hooks: HookRunner,
        judge: FailureJudge,
        statistics: ReaderStatistics,
        environment: BusEnvironment
    ) {
        self.ready = ready
        self.events = events
        self.hooks = hooks
        self.judge = judge
        self.statistics = statistics
        self.environment = environment
    }

    func sighted(_ device: DeviceID, at now: Date) { ready.seen(device, at: now) }

    func lost(_ device: DeviceID) { withoutReading.remove(device) }

    /// The latest failures, each with its device.
    func troubles(at now: Date) -> [WireFault] { failures.faults(at: now) }

    /// Reports that a device waits for a measurement, once for each use.
    func waits(_ sighting: PeripheralSighted, peripheralID: Int) async {
        let device = sighting.device
        // A link counts as a sighting.
        ready.seen(device, at: environment.steady(), isLink: true)
        guard ready.isNew(sighting, at: environment.steady()) else { return }
        let data = PeripheralEvent(seat: nil, hub: events.hub.rawValue, peripheralID: peripheralID, device: device)
        await events.publish(data, to: ReaderTopics.passiveIsReadyToRead)
        events.note("device is waiting for a measurement", device: device, peripheralID: peripheralID)
        await hooks.offer(HookCall(event: .ready, peripheralID: peripheralID))
    }

    /// Reports the end of a reading.
    func ended(
        _ outcome: PassiveOutcome,
        result: Result<LinkResult, any Error>,
        device: DeviceID,
        peripheralID: Int
    ) async {
        if outcome != .noReading { withoutReading.remove(device) }
        ready.seen(device, at: environment.steady(), isLink: true)
        if outcome == .done || outcome == .empty {
            judge.succeeded(device)
            failures.ended(device)
            ready.read(device)
        }
        switch result {
        case .failure(let error):
            if outcome != .stopped { await failed(error, device: device, peripheralID: peripheralID) }
        // Readings of a broken or stopped link are reported; the next attempt reads the rest.
        case .success(let link) where !link.readings.isEmpty:
            await publish(link.readings, device: device, peripheralID: peripheralID)
            await hooks.offer(HookCall(event: .read, peripheralID: peripheralID))
        case .success(let link):
            guard outcome != .stopped, let fault = link.fault else { return }
            if outcome == .noReading {
                // Reported once, because a device that always advertises would repeat it forever.
                if withoutReading.count >= PassiveMachine.limit { withoutReading = [] }
                guard withoutReading.insert(device).inserted else { return }
            }
            await failed(fault, device: device, peripheralID: peripheralID)
        }
    }

    /// Reports a failed reading.
    func failed(_ error: any Error, device: DeviceID, peripheralID: Int) async {
        statistics.add(to: .failed)
        let (reason, fault) = await judge.judge(error, of: device, peripheralID: peripheralID, at: .connecting)
        failures.failed(device, fault: fault, at: environment.steady())
        let data = PeripheralDidFail(
            seat: nil,
            hub: events.hub.rawValue,
            peripheralID: peripheralID,
            device: device,
            reason: reason,
            error: fault
        )
        await events.publish(data, to: ReaderTopics.passiveDidFail)
        await hooks.offer(HookCall(event: .failed, peripheralID: peripheralID, reason: reason.rawValue))
    }

    private func publish(_ readings: [Reading], device: DeviceID, peripheralID: Int) async {
        for start in stride(from: 0, to: max(1, readings.count), by: Self.readingsPerEvent) {
            let part = readings[start..<min(readings.count, start + Self.readingsPerEvent)]
            let data = PeripheralDidRead(
                seat: nil,
                hub: events.hub.rawValue,
                peripheralID: peripheralID,
                device: device,
                records: part.map(events.shown),
                disposition: .outbox
            )
            await events.publish(data, to: ReaderTopics.passiveDidRead)
        }
    }
}
