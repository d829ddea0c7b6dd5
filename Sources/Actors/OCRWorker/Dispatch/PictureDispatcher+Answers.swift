internal import ActorRuntime
package import BusContract
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
            throw BusError(.invalidArgument, message: "an answer carries 1 to 16 outcomes")
        }
        let refusals = context.client.refusals
        let outcomes = line.seal.believed(ack.outcomes, of: ack.worker, refusals: refusals, logger: context.logger)
        let answers = try outcomes.map { outcome in
            JobAnswer(
                id: outcome.jobID,
                fence: outcome.fence,
                outcome: Self.meaning(outcome),
                content: outcome.result == .done ? Data(try WireJSON.encode(outcome)) : nil
            )
        }
        for answer in answers where answer.content == nil {
            if try await store.leasedJob(answer.id, fence: answer.fence) == nil { refusals.note(.lease) }
        }
        if try await store.settle(answers, now: line.clock.now, at: context.environment.now()) {
            tellWake.signal()
            line.wake.signal()
        }
        return OCRConfirmed(confirmed: ack.outcomes.map { .init(jobID: $0.jobID, fence: $0.fence) })
    }

    /// Between two tries of a picture.
    private static let backoff = Backoff(base: .seconds(2), cap: .seconds(32))

    private static func meaning(_ outcome: OCRAck.Outcome) -> AttemptOutcome {
        let error = DeliveryError(outcome.error, otherwise: "the worker gave no reason")
        switch outcome.result {
        case .done: return .done(serverID: nil)
        case .failed: return .failed(error)
        case .release: return .released(possiblySent: false)
        // Its worker was away for a while: another need not wait.
        case .interrupted: return .retry(afterMilliseconds: 0, possiblySent: false, error: StoredJob.givenUp)
        // A word of a newer worker is taken for the harmless one: the picture stays.
        default:
            // The fence counts the grants of the job, so it is the number of the attempt.
            let pause = backoff.ceiling(attempt: Int(clamping: outcome.fence))
            return .retry(afterMilliseconds: pause.wholeMilliseconds, possiblySent: false, error: error)
        }
    }
}

extension OCRAck.Outcome: FencedOutcome {
    /// The job.
    package var workName: String { jobID }
}
