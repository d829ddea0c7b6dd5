internal import ActorRuntime
internal import BusContract
internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// Commits a worker's outcomes and says which are safe: all of them, also those that changed nothing.
    func settle(_ ack: UploadAck) async throws -> UploadConfirmed {
        guard (1...256).contains(ack.outcomes.count) else {
            throw BusError(.invalidArgument, "an answer carries 1 to 256 outcomes, not \(ack.outcomes.count)")
        }
        let now = context.environment.now()
        try await carryOut(ack.outcomes, at: now)
        let answers = ack.outcomes.map { Answer(logID: $0.logID.rawValue, fence: $0.fence, outcome: outcome($0)) }
        _ = try await store.settle(answers, now: clock.now, at: now)
        changed()
        return UploadConfirmed(confirmed: ack.outcomes.map { .init(logID: $0.logID, fence: $0.fence) })
    }

    private func outcome(_ outcome: UploadAck.Outcome) -> AttemptOutcome {
        let error = DeliveryError(
            code: String((outcome.error?.code ?? "unknown").prefix(64)),
            message: String((outcome.error?.message ?? "the uploader gave no reason").prefix(512))
        )
        switch outcome.result {
        case "done": return .done(serverID: outcome.serverID)
        case "failed": return .failed(error)
        case "release", "unauthorized", "paused": return .released(possiblySent: outcome.possiblySent)
        // A word of a newer uploader is taken for the harmless one: the record stays.
        default:
            let after = outcome.retryAfterSeconds.map { Duration.seconds(max(0, $0)) }
            // The fence counts the grants, so it is the attempt's number.
            let attempt = Int(clamping: outcome.fence)
            let delay = backoff.delay(attempt: attempt, random: .random(in: 0...1), retryAfter: after)
            return .retry(
                afterMilliseconds: Int64(delay.components.seconds) * 1000 + delay.components.attoseconds
                    / 1_000_000_000_000_000,
                possiblySent: outcome.possiblySent,
                error: error
            )
        }
    }

    /// What outcomes mean beyond their record: a refused session ends, a faulty destination pauses.
    private func carryOut(_ outcomes: [UploadAck.Outcome], at now: Date) async throws {
        var paused: Set<String> = []
        for outcome in outcomes where outcome.result == "unauthorized" || outcome.result == "paused" {
            guard let record = try await store.record(logID: outcome.logID.rawValue),
                let session = try await store.session(id: record.sessionID)
            else { continue }
            if outcome.result == "unauthorized" {
                guard session.endedAt == nil else { continue }
                _ = try await store.endSession(session.id, reason: "unauthorized", at: now)
            } else if record.entry.lease?.fence == outcome.fence, paused.insert(session.api).inserted {
                // An answer that comes again, or late, says nothing of the destination as it is now.
                let reason = String((outcome.error?.message ?? "the destination is at fault").prefix(512))
                try await store.pauseDestination(
                    api: session.api,
                    reason: reason,
                    nextProbe: clock.now + .seconds(30),
                    at: now
                )
            }
        }
    }
}
