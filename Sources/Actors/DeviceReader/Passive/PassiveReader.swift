internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Reads devices passively, one after the other, each after the hubs have agreed which of them reads it.
@ReaderIsolation struct PassiveReader {
    let schedule: PassiveSchedule
    let claims: ClaimService
    let links: LinkReader
    let reporter: PassiveReporter
    let catalogue: PeripheralCatalogue
    let radio: RadioLink
    /// How long a device may take for its first measurement.
    let firstFrame: Duration
    let environment: BusEnvironment

    /// Reads the scheduled devices until cancelled.
    func run() async {
        while let turn = await schedule.nextTurn() { await read(turn) }
    }

    private func read(_ turn: PassiveSchedule.Turn) async {
        let device = turn.sighting.device
        let outcome: PassiveOutcome
        if await links.wantsPairing(turn.sighting.device, as: turn.sighting.peripheralIDs) {
            let failure = ReadFailure(.failed(.notPaired))
            await reporter.failed(failure, device: device, peripheralID: turn.peripheralID)
            outcome = .notPaired
        } else {
            outcome =
                switch await claims.claim(turn.sighting) {
                case .mine: await readClaimed(turn)
                case .yield(let until): .yielded(until: until)
                case .settled: .empty
                }
        }
        await schedule.finished(device, outcome: outcome, at: environment.steady())
    }

    private func readClaimed(_ turn: PassiveSchedule.Turn) async -> PassiveOutcome {
        let device = turn.sighting.device
        let request = LinkReader.Request(
            device: device,
            context: links.context(peripheralID: turn.peripheralID, episode: turn.sighting.episode),
            firstFrame: firstFrame,
            isTelling: mayWait(turn.sighting),
            tellReady: { [reporter] in await reporter.waits(turn.sighting, peripheralID: turn.peripheralID) }
        )
        let job = Task { try await links.read(request) }
        schedule.began(device, job: job)
        let result = await withTaskCancellationHandler {
            await job.result
        } onCancel: {
            job.cancel()
        }
        schedule.ended()
        let outcome = PassiveOutcome(result, isStopped: job.isCancelled)
        await claims.release(device, isDone: outcome == .done || outcome == .empty)
        await reporter.ended(outcome, result: result, device: device, peripheralID: turn.peripheralID)
        return outcome
    }

    /// Whether a device may wait for a person to measure: false if any of its possible models only connects to deliver.
    func mayWait(_ sighting: PeripheralSighted) -> Bool {
        let models = sighting.peripheralIDs.compactMap { catalogue.peripheral(id: $0) }
        return !models.contains { $0.advertises == .afterMeasurement }
    }
}
