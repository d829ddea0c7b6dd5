internal import BusContract
internal import DeliveryRules
internal import Logging
internal import MessageBus
internal import VitalRecords

extension GrantSeal {
    /// The outcomes for work that was granted to the worker, with their fences; others are counted as refusals.
    func believed(
        _ outcomes: [UploadAck.Outcome],
        of worker: String,
        refusals: Refusals,
        logger: Logger
    ) -> [UploadAck.Outcome] {
        outcomes.compactMap { outcome in
            guard let fence = fence(outcome.fence, of: outcome.logID.rawValue, for: worker) else {
                refusals.note(.outcome)
                let facts: Logger.Metadata = ["worker": "\(worker.prefix(129))", "work": "\(outcome.logID)"]
                logger.warning("rejected an outcome for work that was never granted", metadata: facts)
                return nil
            }
            var outcome = outcome
            outcome.fence = fence
            return outcome
        }
    }

    /// Whether a number belongs to the present lease of some work.
    func opens(_ number: Int64, work: String, under lease: Lease?) -> Bool {
        guard let lease else { return false }
        return fence(number, of: work, for: lease.worker) == lease.fence
    }
}

extension DeliveryError {
    /// A worker's error, cut to the allowed lengths.
    init(_ fault: WireFault?, otherwise words: String) {
        let (code, message) = (fault?.code ?? "unknown", fault?.message ?? words)
        self.init(code: code.cut(toBytes: 64), message: message.cut(toBytes: 512))
    }
}
