internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// Follows what other hubs claim, until cancelled.
    func followClaims() async throws {
        let subscription = try await context.client.subscribe(to: [ReaderTopics.deviceClaim.descriptor], hub: nil)
        for await message in subscription where context.client.isSaidNow(message) {
            let levels = message.topic.split(separator: "/")
            guard let claim = try? Envelope<DeviceClaim>.decode(message.payload).data, levels.count > 3 else {
                context.client.refusals.note(.unreadable)
                continue
            }
            // The broker lets nobody write below another hub's name.
            guard levels[3] == claim.hub else {
                context.client.refusals.note(.hub)
                continue
            }
            await carryOut(claims.heard(claim, at: context.environment.now()))
        }
        subscription.cancel()
    }

    /// Settles with the other hubs who reads a device.
    func claim(_ sighting: PeripheralSighted) async -> ClaimMachine.Verdict {
        let device = sighting.device
        let isBonded = await radio.info(of: device)?.isBonded ?? false
        let now = context.environment.now()
        let wanted = claims.want(device, rssi: sighting.rssi, isBonded: isBonded, at: now)
        await carryOut(wanted.actions)
        // Without a broker nobody answers: the device is read, and the reading key settles it when the broker is back.
        if wanted.wait > 0 { try? await context.environment.clock.sleep(for: .seconds(wanted.wait)) }
        let decided = claims.decide(device, at: context.environment.now())
        await carryOut(decided.actions)
        if decided.verdict != .mine { counters["yielded", default: 0] += 1 }
        return decided.verdict
    }

    /// Says that this hub reads a device no more.
    func release(_ device: DeviceID, _ outcome: PassiveOutcome) async {
        await carryOut(claims.end(device, isDone: outcome == .done || outcome == .empty))
    }

    /// Carries out what the claims say.
    func carryOut(_ actions: [ClaimMachine.Action]) async {
        for action in actions {
            switch action {
            case .tell(let claim): tell(claim)
            case .claimed(let device, let until):
                machine.claimed(device, until: until)
                await publishState()
            case .released(let device, let isDone):
                await start(machine.released(device, isDone: isDone, at: context.environment.now()))
                await publishState()
            }
        }
    }

    /// Tells a claim after those before it, without waiting: a broker that hangs must hold up no reading.
    private func tell(_ claim: DeviceClaim) {
        guard untoldClaims < Self.untoldLimit else { return }
        untoldClaims += 1
        let before = telling
        telling = Task {
            await before?.value
            do {
                try await context.client.publish(ReaderTopics.deviceClaim, data: claim)
            } catch {
                context.logger.debug("a claim was not told", metadata: ["error": "\(error)"])
            }
            untoldClaims -= 1
        }
    }

    /// The most claims that wait for the broker; later ones are not told, because the first are old news by then.
    private static let untoldLimit = 64
}
