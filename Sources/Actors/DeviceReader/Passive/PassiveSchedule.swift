internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Decides when each device is read passively, and returns the readings one after the other.
@ReaderIsolation final class PassiveSchedule {
    /// A device that is due.
    struct Turn: Sendable {
        let sighting: PeripheralSighted
        let peripheralID: Int
    }

    private var machine: PassiveMachine
    private let turns = BoundedQueue<Turn>(capacity: 64)
    /// The passive reading that has or awaits the radio.
    private var running: (device: DeviceID, job: Task<LinkResult, any Error>)?
    private let states: RetainedStates
    private let hub: HubID

    init(machine: PassiveMachine, states: RetainedStates, hub: HubID) {
        self.machine = machine
        self.states = states
        self.hub = hub
    }

    /// The peripherals that are read passively.
    var peripherals: Set<Int> { machine.peripherals }

    /// Replaces the passive set; an empty one disables passive reading.
    func replace(with peripherals: Set<Int>) async {
        machine.set(peripherals)
        await publish()
    }

    /// The next device to read; nil when the task is cancelled.
    func nextTurn() async -> Turn? { await turns.next() }

    func sighted(_ sighting: PeripheralSighted, at now: Date) async {
        await carryOut(machine.sighted(sighting, at: now))
    }

    func lost(_ device: DeviceID, at now: Date) { machine.lost(device, at: now) }

    func tick(at now: Date) async { await carryOut(machine.tick(at: now)) }

    func radio(isUp: Bool) async { await carryOut(machine.radio(isUp: isUp)) }

    /// Suspends passive reading for foreground work, or ends one suspension.
    func suspend(_ isSuspended: Bool) async { await carryOut(machine.suspend(isSuspended)) }

    /// Notes that a device was paired, or that its missing part was added.
    func repaired(_ device: DeviceID, at now: Date) async { await carryOut(machine.repaired(device, at: now)) }

    /// Notes that another hub reads a device, until its claim expires or is renewed.
    func claimed(_ device: DeviceID, until: Date) async {
        machine.claimed(device, until: until)
        await publish()
    }

    /// Notes that another hub finished a device, or gave it up.
    func released(_ device: DeviceID, isDone: Bool, at now: Date) async {
        await carryOut(machine.released(device, isDone: isDone, at: now))
        await publish()
    }

    /// Notes that a device's reading began, whose job `suspend` and `stop` cancel.
    func began(_ device: DeviceID, job: Task<LinkResult, any Error>) { running = (device, job) }

    /// Notes that the reading's job ended.
    func ended() { running = nil }

    /// Notes that a device's turn is over.
    func finished(_ device: DeviceID, outcome: PassiveOutcome, at now: Date) async {
        await carryOut(machine.finished(device, outcome: outcome, at: now))
        await publish()
    }

    /// Starts no new reading.
    func close() { machine.close() }

    /// Ends the reading under way in order.
    func stop() { running?.job.cancel() }

    /// Publishes the passive set and its devices.
    func publish() async {
        let devices = machine.phases.prefix(64).map {
            PassiveState.Device(device: $0.device, peripheralID: $0.peripheralID, phase: $0.phase.word)
        }
        let state = PassiveState(
            hub: hub.rawValue,
            peripheralIDs: machine.peripherals.sorted(),
            devices: Array(devices)
        )
        await states.set(ReaderTopics.passiveState, values: [:], data: state)
    }

    private func carryOut(_ actions: [PassiveMachine.Action]) async {
        for action in actions {
            switch action {
            case .read(let sighting, let peripheralID):
                await turns.send(Turn(sighting: sighting, peripheralID: peripheralID))
                await publish()
            case .stop(let device):
                if let running, running.device == device { running.job.cancel() }
            }
        }
    }
}
