internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus
package import VitalRecords
package import WorkQueue

extension UploadService {
    /// Takes over from an earlier start: outcomes are told again, cut-off attempts are told as possibly sent.
    func recover() async throws {
        let earlier = EarlierStart(ledger: ledger, settings: settings, clock: clock, now: context.environment.now)
        for outcome in try await earlier.outcomes() { answer(outcome) }
        openGrants = earlier.openGrants(of: desk.answers.acks.all)
    }

    /// Tells the owner outcomes, and returns what it confirms.
    package func tell(_ outcomes: [UploadOutcome]) async throws -> [GrantName<LogID>] {
        let ack = UploadAck(worker: context.address.client, outcomes: outcomes.map { $0.forOwner(now: clock.now) })
        let reply = try await line.ask(UploadWork.ack, ack: ack, for: UploadConfirmed.self)
        return reply?.confirmed.map { WorkKey(logID: $0.logID, fence: $0.fence) } ?? []
    }

    /// Says in health why outcomes wait.
    package func noteTelling(isConfirmed: Bool, error: (any Error)?) {
        if let error { condition.problems["ack"] = WireFault(untold: error) }
        if isConfirmed { condition.problems["ack"] = nil }
    }

    /// Notes in the ledger what the owner has confirmed.
    package func forget(_ settled: [UploadOutcome]) async {
        let failed = await ledger.confirm(settled, at: context.environment.now())
        guard failed > 0 else { return }
        condition.isLedgerWritable = false
        context.logger.warning("confirmed outcomes were not noted", metadata: ["count": "\(failed)"])
    }

    /// Takes checks.
    func take(_ checks: [UploadGrant.Check]) {
        guard !checks.isEmpty, !desk.slots.isDraining else { return }
        waitingChecks.take(checks)
        checkWake.signal()
    }

    /// Asks destinations about sessions' credentials when woken, until cancelled.
    func checkCredentials() async {
        while !Task.isCancelled {
            while !waitingChecks.isEmpty, !desk.slots.isDraining, !Task.isCancelled {
                await line.tell(await checker.answers(to: waitingChecks.next()))
            }
            await checkWake.wait(atMost: .seconds(60), clock: context.environment.clock)
        }
    }
}
