internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus
internal import StoreEngine

extension UploadService {
    /// Depths, counts and what is wrong.
    func health() async -> HealthFacts {
        let store = await ledger.health
        var facts = HealthFacts(
            problems: problems.sorted { $0.key < $1.key }.map(\.value),
            lastSuccess: lastSuccess,
            queueDepths: ["waiting": slots.waitingCount, "sending": slots.runningCount, "unconfirmed": acks.count],
            counters: counters.byName
        )
        if !facts.problems.isEmpty { facts.status = .degraded }
        if !store.isWritable || !isLedgerWritable {
            facts.status = .failed
            let words = store.lastError.map { "\($0.code)" } ?? "a write failed"
            facts.problems.append(
                WireFault(
                    code: "ledgerUnavailable",
                    message: "the attempt ledger cannot be written (\(words)): no work is taken",
                    retriable: true
                )
            )
        }
        return facts
    }
}
