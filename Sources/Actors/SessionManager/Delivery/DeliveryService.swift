internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Commits the outcomes that uploaders report.
struct DeliveryService: ManagerService {
    /// The longest wait that a destination may ask of a whole session.
    private static let longestHold = Duration.seconds(3_600)

    let parts: ServiceParts
    let dispatcher: GrantDispatcher
    let asker: CredentialAsker
    private var refusals: Refusals { parts.context.client.refusals }

    /// The handler of the workers' acknowledgements, which are answered like requests.
    var handlers: [RequestHandler] {
        [
            RequestHandler(name: "ack", request: UploadWork.ack, reply: UploadWork.ackReply) { body, _ in
                try await settle(body)
            }
        ]
    }

    /// Commits a worker's outcomes and confirms all of them, including those that changed nothing.
    private func settle(_ ack: UploadAck) async throws -> UploadConfirmed {
        let checks = ack.checks ?? []
        guard ack.outcomes.count <= 256, checks.count <= 16, !ack.outcomes.isEmpty || !checks.isEmpty else {
            throw BusError(.invalidArgument, message: "an answer must have 1 to 256 outcomes or 1 to 16 checks")
        }
        let now = environment.now()
        for check in checks {
            let isDecided = try await settle(check, at: now)
            await asker.tell(check, isDecided: isDecided)
        }
        let outcomes = seal.believed(ack.outcomes, of: ack.worker, refusals: refusals, logger: logger)
        let answers = outcomes.map {
            Answer(
                logID: $0.logID.rawValue,
                fence: $0.fence,
                outcome: outcome($0),
                effect: effect($0),
                requests: $0.requests.map { min(max(0, $0), 1_000) },
                mediaURL: $0.url.flatMap { $0.utf8.count <= 2_048 ? $0 : nil },
                underWay: $0.underWaySeconds.map { .seconds(min(max(0, $0), 3_600)) }
            )
        }
        if !answers.isEmpty {
            let settled = try await store.delivery.settle(answers, rates: settings.rates, now: clock.now, at: now)
            await dispatcher.feel(outcomes, settled: settled)
            let isOver: Set<DeliveryAction> = [.ignore(.oldFence), .ignore(.unknownFence)]
            for settlement in settled where !isOver.isDisjoint(with: settlement.actions) {
                refusals.note(.lease)
            }
        }
        await noteEnds(outcomes, at: now)
        signals.committed()
        return UploadConfirmed(confirmed: ack.outcomes.map { .init(logID: $0.logID, fence: $0.fence) })
    }

    /// Commits the destination's answer on a session's credentials.
    ///
    /// - Returns: Whether it decided about a session of the store.
    private func settle(_ check: UploadAck.Checked, at now: Date) async throws -> Bool {
        guard await asker.learn(check) else { return false }
        do {
            if check.result == .valid {
                try await store.sessions.setValidated(session: check.sessionID, at: now)
            } else {
                noteEnd(try await store.sessions.end(check.sessionID, reason: "unauthorized", at: now))
                logger.warning(
                    "the destination rejected a session's credentials: ending the session",
                    metadata: ["session": "\(check.sessionID)"]
                )
            }
        } catch {
            // The answer changes nothing in the store, so the destination is asked again.
            await asker.sessionsChanged()
            throw error
        }
        return true
    }

    /// The effect of an outcome beyond its record.
    ///
    /// A refused session ends, a faulty destination pauses, and a session over its rate limit waits.
    private func effect(_ outcome: UploadAck.Outcome) -> AnswerEffect? {
        switch outcome.result {
        case .unauthorized: return .endSession(reason: "unauthorized")
        case .paused:
            let reason = (outcome.error?.message ?? "the destination has a fault").cut(toBytes: 512)
            return .pauseDestination(reason: reason, at: clock.now)
        case .retry:
            // The limit is the token's, so the whole session waits.
            guard outcome.error?.code == "http429", let seconds = outcome.retryAfterSeconds, seconds > 0 else {
                return nil
            }
            return .holdSession(until: clock.now + min(.seconds(seconds), Self.longestHold))
        default: return nil
        }
    }

    private func outcome(_ outcome: UploadAck.Outcome) -> AttemptOutcome {
        let error = DeliveryError(outcome.error, otherwise: "the uploader gave no reason")
        switch outcome.result {
        case .done: return .done(serverID: outcome.serverID)
        case .failed: return .failed(error)
        case .release, .unauthorized, .paused: return .released(possiblySent: outcome.possiblySent)
        // A newer uploader may send an unknown result: a retry does no harm.
        default:
            let after = outcome.retryAfterSeconds.map { Duration.seconds(max(0, $0)) }
            // The fence counts the grants of the record, so it is the number of the attempt.
            let attempt = Int(clamping: outcome.fence)
            let delay = settings.backoff.delay(attempt: attempt, random: .random(in: 0...1), retryAfter: after)
            return .retry(
                afterMilliseconds: delay.wholeMilliseconds,
                possiblySent: outcome.possiblySent,
                error: error
            )
        }
    }

    /// Notes the sessions that the outcomes have just ended.
    private func noteEnds(_ outcomes: [UploadAck.Outcome], at now: Date) async {
        var noted: Set<String> = []
        for outcome in outcomes where outcome.result == .unauthorized {
            do {
                guard let record = try await store.records.record(logID: outcome.logID.rawValue),
                    let session = try await store.sessions.session(id: record.sessionID), let ended = session.endedAt,
                    abs(ended.timeIntervalSince(now)) < 0.001, noted.insert(session.id).inserted
                else { continue }
                noteEnd(session)
            } catch {
                logger.warning(
                    "could not log the end of a rejected session",
                    metadata: ["logID": "\(outcome.logID)", "error": "\(error)"]
                )
            }
        }
    }

    private func noteEnd(_ session: StoredSession) {
        let facts = ["session": session.id, "seat": session.seat, "reason": "unauthorized"]
        activity.note("session ended", facts)
    }
}
