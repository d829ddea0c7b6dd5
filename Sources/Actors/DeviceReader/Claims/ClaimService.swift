internal import BlueZ
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Agrees with the other hubs over the bus which of them reads a device.
@ReaderIsolation final class ClaimService: ReaderService {
    /// The largest number of claims queued for the broker; more are dropped, because the queued ones are already
    /// outdated.
    private static let untoldLimit = 64

    private(set) var machine: ClaimMachine
    /// The task that publishes the last queued claim, which the next one awaits.
    private var telling: Task<Void, Never>?
    private var untold = 0
    let foundation: ReaderFoundation

    init(_ foundation: ReaderFoundation) {
        self.foundation = foundation
        let settings = foundation.settings
        machine = ClaimMachine(hub: settings.hub.rawValue, wait: settings.claimWait)
    }

    /// Follows other hubs' claims until cancelled.
    func follow() async throws {
        let subscription = try await client.subscribe(
            to: [ReaderTopics.deviceClaim.descriptor],
            hubs: settings.claimHubs
        )
        for await message in subscription where client.isSaidNow(message) {
            let levels = message.levels
            // Absent is nil: counted as unreadable below.
            guard let claim = try? Envelope<DeviceClaim>.decode(message.payload).data, levels.count > 3 else {
                client.refusals.note(.unreadable)
                continue
            }
            // The broker's access rules keep each hub to topics with its own name.
            guard levels[3] == claim.hub else {
                client.refusals.note(.hub)
                continue
            }
            await carryOut(machine.heard(claim, at: environment.steady()))
        }
        subscription.cancel()
    }

    /// Claims a device, and decides by the other hubs' claims which hub reads it.
    func claim(_ sighting: PeripheralSighted) async -> ClaimMachine.Verdict {
        let device = sighting.device
        let isBonded = await radio.info(of: device)?.isBonded ?? false
        let wanted = machine.want(device, rssi: sighting.rssi, isBonded: isBonded, at: environment.steady())
        await carryOut(wanted.actions)
        // Without a broker no hub answers: the device is read, and its reading key removes duplicates later.
        if wanted.wait > 0 { try? await environment.clock.sleep(for: .seconds(wanted.wait)) }
        let decided = machine.decide(device, at: environment.steady())
        await carryOut(decided.actions)
        if decided.verdict != .mine { statistics.add(to: .yielded) }
        return decided.verdict
    }

    /// Releases a device.
    ///
    /// - Parameter isDone: Whether the device sent everything, so that no other hub needs to read it.
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
                await schedule.released(device, isDone: isDone, at: environment.steady())
            }
        }
    }

    /// Publishes a claim in order, without waiting, so that a broker that hangs delays no reading.
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
                    "could not publish a claim; both hubs may read the device",
                    metadata: ["device": "\(claim.device)", "error": "\(error)"]
                )
            }
            untold -= 1
        }
    }
}
