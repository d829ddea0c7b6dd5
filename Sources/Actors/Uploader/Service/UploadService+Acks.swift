internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import VitalRecords

extension UploadService {
    /// Continues an earlier start's work: outcomes are reported again, and cut-off attempts as possibly sent.
    func recover() async throws {
        let earlier = EarlierStart(ledger: ledger, settings: settings, clock: clock, now: context.environment.now)
        for outcome in try await earlier.outcomes() { answer(outcome) }
        openGrants = earlier.openGrants(of: desk.answers.acks.all)
    }

    /// Stores the owner's confirmations in the ledger.
    func forget(_ settled: [UploadOutcome]) async {
        let known = settled.filter(\.isInLedger).map { (logID: $0.key.logID.rawValue, fence: $0.key.fence) }
        await ledger.confirm(known, at: context.environment.now())
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
