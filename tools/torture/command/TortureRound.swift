import Foundation
import SimulatedHub
import TortureGround

/// Carries one round out: load, strikes, drain, count.
struct TortureRound: Sendable {
    /// Nothing got through any more: the round cannot be judged by waiting longer.
    private static let drainLimit = Duration.seconds(120)

    /// The meter's records are read over some twenty links, while the radio has others to read, too.
    private static let meterLimit = Duration.seconds(300)

    let plan: RoundPlan
    let perSecond: Int
    let pace: Int
    let tell: @Sendable (String) -> Void

    /// Runs the round.
    ///
    /// The files are kept where something is wrong.
    func run() async throws -> RoundResult {
        let folder = try LineFolder(nil)
        let system = try TortureSystem(plan, folder, perSecond: perSecond)
        do {
            let result = try await run(system)
            if result.isGood(at: plan.server) { folder.remove() } else { tell("files are kept in \(folder.path)") }
            return result
        } catch is CancellationError {
            await system.stop()
            folder.remove()
            throw CancellationError()
        } catch {
            for victim in await system.victims { await victim.ownEnds().forEach(tell) }
            await system.stop()
            tell("files are kept in \(folder.path)")
            throw error
        }
    }

    private func run(_ system: TortureSystem) async throws -> RoundResult {
        try await system.start()
        let strikes = StrikeRun(system, await system.victims, tell)
        let book = StayBook(TortureSystem.users)
        let churn = plan.changesSessions ? await system.churn(book, tell) : nil
        let portals = await system.portals(tell)
        async let standing = portals.run()
        async let handing: Void = plan.hasMeter ? system.handOver(book) : ()
        async let reading = plan.hasPhotos ? system.readPhotos(book, tell) : []
        let returns = try await strike(strikes, churn, book)
        try await handing
        let photos = try await reading
        let spells = try await standing
        let isRead = try await plan.hasMeter ? readMeter(system) : true
        try await system.calm()
        let isDrained = try await drain(system)
        var ends: [String] = []
        for victim in await system.victims { ends += await victim.ownEnds() }
        await system.stop()
        let count = try RoundCount(system, stays: await book.stays, photos: photos, returns: returns)
        var result = count.result()
        result.sessions = await book.changes
        result.resent = try Ledgers.resent(system.ledgers)
        result.kills = plan.kills
        result.portals = spells.spells
        result.unpaused = spells.unpaused
        result.ownEnds = ends
        result.stuck = isDrained && isRead ? 0 : 1
        if !isDrained { tell("not everything got through within \(Self.drainLimit)") }
        for line in ends + count.losses { tell(line) }
        return result
    }

    /// Strikes, and changes sessions until the last strike is over.
    private func strike(_ strikes: StrikeRun, _ churn: SessionChurn?, _ book: StayBook) async throws -> [Int64] {
        async let changing: Void = churn?.run(seed: plan.seed) ?? ()
        let returns = try await strikes.run(plan, pace: pace)
        await book.close()
        try await changing
        return returns
    }

    /// Waits until every record of the meter is committed; false when that takes too long.
    private func readMeter(_ system: TortureSystem) async throws -> Bool {
        let end = ContinuousClock.now + Self.meterLimit
        var told = 0
        while ContinuousClock.now < end {
            let count = try system.meterCount()
            if count >= MeterScript.count { return true }
            if count >= told + 100 {
                tell("the meter: \(count) of \(MeterScript.count) records are read")
                told = count
            }
            try await Task.sleep(for: .seconds(1))
        }
        tell("the meter: not all records were read within \(Self.meterLimit)")
        return false
    }

    /// Waits until no reading is on its way; false when that takes too long.
    private func drain(_ system: TortureSystem) async throws -> Bool {
        let end = ContinuousClock.now + Self.drainLimit
        // A device that was being read when reading was switched off is finished first.
        try await Task.sleep(for: .seconds(3))
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(300))
            guard try RoundCount.waiting(system.outboxes) == 0 else { continue }
            if try Ledgers.undelivered(system.queue) == 0 { return true }
        }
        return false
    }
}
