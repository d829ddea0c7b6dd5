internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import VitalRecords
internal import WorkQueue

extension PictureDispatcher {
    /// Commits a worker's outcomes and says which need not come again: all of them, also those that changed nothing.
    func settle(_ ack: OCRAck) async throws -> OCRConfirmed {
        guard (1...16).contains(ack.outcomes.count) else {
            throw BusError(.invalidArgument, "an answer carries 1 to 16 outcomes")
        }
        let answers = try believed(ack).map { outcome in
            JobAnswer(
                id: outcome.jobID,
                fence: outcome.fence,
                outcome: Self.meaning(outcome),
                content: outcome.result == .done ? Data(try WireJSON.encode(outcome)) : nil
            )
        }
        for answer in answers where answer.content == nil {
            if try await store.leasedJob(answer.id, fence: answer.fence) == nil { context.client.refusals.note(.lease) }
        }
        if try await store.settle(answers, now: clock.now, at: context.environment.now()) {
            tellWake.signal()
            wake.signal()
        }
        return OCRConfirmed(confirmed: ack.outcomes.map { .init(jobID: $0.jobID, fence: $0.fence) })
    }

    /// The outcomes of what the worker was granted, under their fences; others are counted.
    private func believed(_ ack: OCRAck) -> [OCRAck.Outcome] {
        ack.outcomes.compactMap { outcome in
            guard let fence = seal.fence(outcome.fence, of: outcome.jobID, for: ack.worker) else {
                context.client.refusals.note(.outcome)
                let facts: Logger.Metadata = ["worker": "\(ack.worker.prefix(129))"]
                context.logger.warning("an outcome of what was never granted is not believed", metadata: facts)
                return nil
            }
            var outcome = outcome
            outcome.fence = fence
            return outcome
        }
    }

    private static func meaning(_ outcome: OCRAck.Outcome) -> AttemptOutcome {
        let error = DeliveryError(
            code: String((outcome.error?.code ?? "unknown").prefix(64)),
            message: String((outcome.error?.message ?? "the worker gave no reason").prefix(512))
        )
        switch outcome.result {
        case .done: return .done(serverID: nil)
        case .failed: return .failed(error)
        case .release: return .released(possiblySent: false)
        // Its worker was away for a while: another need not wait.
        case .interrupted: return .retry(afterMilliseconds: 0, possiblySent: false, error: StoredJob.givenUp)
        // A word of a newer worker is taken for the harmless one: the picture stays.
        default: return .retry(afterMilliseconds: 1_000 << min(outcome.fence, 5), possiblySent: false, error: error)
        }
    }
}
