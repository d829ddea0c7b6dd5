package import DeliveryRules
package import Logging
package import MessageBus
internal import VitalRecords

/// What a worker says of a grant, as the owner reads it.
package protocol FencedOutcome: Sendable {
    /// What names the work.
    var workName: String { get }
    /// The grant's number; once it is believed, the lease's fence.
    var fence: Int64 { get set }
}

extension GrantSeal {
    /// The outcomes of what was granted to the worker, with their fences; others are counted as refused.
    package func believed<Outcome: FencedOutcome>(
        _ outcomes: [Outcome],
        of worker: String,
        refusals: Refusals,
        logger: Logger
    ) -> [Outcome] {
        outcomes.compactMap { outcome in
            guard let fence = fence(outcome.fence, of: outcome.workName, for: worker) else {
                refusals.note(.outcome)
                let facts: Logger.Metadata = ["worker": "\(worker.prefix(129))", "work": "\(outcome.workName)"]
                logger.warning("an outcome of what was never granted is not believed", metadata: facts)
                return nil
            }
            var outcome = outcome
            outcome.fence = fence
            return outcome
        }
    }

    /// Whether a number is that of the lease under which some work stands now.
    package func opens(_ number: Int64, work: String, under lease: Lease?) -> Bool {
        guard let lease else { return false }
        return fence(number, of: work, for: lease.worker) == lease.fence
    }
}

extension DeliveryError {
    /// What a worker says went wrong, cut short.
    package init(_ fault: WireFault?, otherwise words: String) {
        let (code, message) = (fault?.code ?? "unknown", fault?.message ?? words)
        self.init(code: code.cut(toBytes: 64), message: message.cut(toBytes: 512))
    }
}
