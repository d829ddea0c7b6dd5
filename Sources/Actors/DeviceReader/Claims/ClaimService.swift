internal import BlueZ
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Agrees with the other hubs over the bus who reads a device that several hear.
@ReaderIsolation final class ClaimService {
    /// The most claims that wait for the broker; later ones are not told, because the first are old news by then.
    private static let untoldLimit = 64

    private(set) var machine: ClaimMachine
    /// The claim being told, after which the next one is.
    private var telling: Task<Void, Never>?
    private var untold = 0
    /// The hubs whose claims are heard; nil for all.
    private let hubs: [String]?
    private let schedule: PassiveSchedule
    private let radio: RadioLink
    private let client: BusClient
    private let statistics: ReaderStatistics
    private let logger: Logger

    init(
        machine: ClaimMachine,
        hubs: [String]?,
        schedule: PassiveSchedule,
        radio: RadioLink,
        client: BusClient,
        statistics: ReaderStatistics,
        logger: Logger
    ) {
        self.machine = machine
        self.hubs = hubs
        self.schedule = schedule
        self.radio = radio
        self.client = client
        self.statistics = statistics
        self.logger = logger
    }

    private var environment: BusEnvironment { client.environment }

    /// Follows what other hubs claim, until cancelled.
    func follow() async throws {
        let subscription = try await client.subscribe(to: [ReaderTopics.deviceClaim.descriptor], hubs: hubs)
        for await message in subscription where client.isSaidNow(message) {
            let levels = message.topic.split(separator: "/")
            // Absent is nil: counted as unreadable below.
            guard let claim = try? Envelope<DeviceClaim>.decode(message.payload).data, levels.count > 3 else {
                client.refusals.note(.unreadable)
                continue
            }
            // The broker lets nobody write below another hub's name.
            guard levels[3] == claim.hub else {
                client.refusals.note(.hub)
                continue
            }
            await carryOut(machine.heard(claim, at: environment.now()))
        }
        subscription.cancel()
    }

    /// Claims a device, and decides with what the other hubs say who reads it.
    func claim(_ sighting: PeripheralSighted) async -> ClaimMachine.Verdict {
        let device = sighting.device
        let isBonded = await radio.info(of: device)?.isBonded ?? false
        let wanted = machine.want(device, rssi: sighting.rssi, isBonded: isBonded, at: environment.now())
        await carryOut(wanted.actions)
        // Without a broker nobody answers: the device is read, and the reading key settles it when the broker is back.
        if wanted.wait > 0 { try? await environment.clock.sleep(for: .seconds(wanted.wait)) }
        let decided = machine.decide(device, at: environment.now())
        await carryOut(decided.actions)
        if decided.verdict != .mine { statistics.add(to: .yielded) }
        return decided.verdict
    }

    /// Gives up a device.
    ///
    /// - Parameter isDone: Whether it gave what it had, so that no other hub has to ask.
    func release(_ device: DeviceID, isDone: Bool) async {
        await carryOut(machine.end(device, isDone: isDone))
    }

    func tick(at now: Date) async { await carryOut(machine.tick(at: now)) }

    private func carryOut(_ actions: [ClaimMachine.Action]) async {
        for action in actions {
            switch action {
            case .tell(let claim): publish(claim)
            case .claimed(let device, let until): await schedule.claimed(device, until: until)
            case .released(let device, let isDone):
                await schedule.released(device, isDone: isDone, at: environment.now())
            }
        }
    }

    /// Publishes a claim after those before it, without waiting: a broker that hangs must hold up no reading.
    private func publish(_ claim: DeviceClaim) {
        guard untold < Self.untoldLimit else { return }
        untold += 1
        let before = telling
        telling = Task {
            await before?.value
            do {
                try await client.publish(ReaderTopics.deviceClaim, data: claim)
            } catch {
                logger.debug(
                    "a claim was not published; both hubs may read the device",
                    metadata: ["device": "\(claim.device)", "error": "\(error)"]
                )
            }
            untold -= 1
        }
    }
}
