internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Accepts readings from producers and operators; each is committed before the reply.
struct IntakeService: ManagerService {
    let parts: ServiceParts
    let fates: ReadingFates
    let decisions: ReadingDecisions
    let pictures: HeldPictureService
    let marks: StoreMarks
    /// Serialises the decision and the commit of readings that may have a twin.
    private let twinLock = AsyncLock()

    /// The operation that accepts readings.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.submitRecords) { body, request in
                guard await marks.isNewest(body.seenMark) else { throw Self.outdated }
                // A clock that is behind by more than a request's deadline gets no answer.
                let lead = max(0, request.time.timeIntervalSince(environment.now()))
                var taken = try await TypedValues.take(body) { try await submit($0, lead: lead) }
                taken.mark = await marks.text()
                taken.backedUpTo = marks.backedUpTo
                return taken
            }
        ]
    }

    /// The error when the database is an older copy: nothing is accepted, so the producer keeps its readings.
    private static let outdated = BusError(
        .storeUnavailable,
        message: "the session manager's database is an older copy: not accepting readings",
        isRetriable: true
    )

    /// Accepts readings and commits each before it returns: the producer deletes them on the reply.
    ///
    /// - Parameter lead: By how many seconds the producer's clock is ahead.
    private func submit(_ readings: [Reading], lead: TimeInterval) async throws -> SubmittedRecords {
        guard (1...64).contains(readings.count) else {
            throw BusError(.invalidArgument, message: "a request must have 1 to 64 records, not \(readings.count)")
        }
        // Two hubs may submit twins at the same time, so the look-up and the commit must be one step.
        guard readings.contains(where: { $0.twinKey != nil }) else {
            return try await intake(readings, lead: lead)
        }
        return try await twinLock.withLock { try await intake(readings, lead: lead) }
    }

    private func intake(_ submitted: [Reading], lead: TimeInterval) async throws -> SubmittedRecords {
        try await wallClock.look()
        let now = environment.now()
        let readings = submitted.map(\.waitingIfSeen)
        let fates = try await self.fates.fates(of: readings, lead: lead, at: now)
        let held = try await pictures.pictures(of: readings)
        let decided = zip(readings, fates).compactMap { reading, fate in
            if case .store(let decision, _, _) = fate {
                (reading: reading, decision: pictures.showing(held, of: reading, in: decision, at: now))
            } else {
                nil
            }
        }
        var stored = try await commit(decided, at: now)[...]
        let answers = zip(readings, fates).compactMap { reading, fate in
            switch fate {
            case .answered(let result): result
            case .store: stored.popFirst().map { answer(reading, fate: fate, stored: $0) }
            }
        }
        let results = try await namingNewer(answers)
        if !decided.isEmpty { signals.committed() }
        for result in results where result.outcome == .notStored { try await pictures.forget(result.readingKey) }
        parts.context.client.tracer?.record(.take, of: results, from: now, to: environment.now())
        return SubmittedRecords(results: results)
    }

    /// Adds the newest known revision to answers about older ones: their producer may have an older database now.
    private func namingNewer(_ answers: [SubmittedRecords.Result]) async throws -> [SubmittedRecords.Result] {
        let repeats = answers.filter { $0.outcome == .repeated }.map(\.readingKey.rawValue)
        guard !repeats.isEmpty else { return answers }
        let newest = try await store.records.producerRevisions(repeats)
        return answers.map { answer in
            guard answer.outcome == .repeated, let known = newest[answer.readingKey.rawValue], known > answer.revision
            else { return answer }
            var answer = answer
            answer.knownRevision = known
            return answer
        }
    }

    /// Commits decisions; a new revision of a reading that an operator changed is held until a person decides.
    private func commit(_ decided: [(reading: Reading, decision: ReadingDecision)], at now: Date) async throws
        -> [AcceptResult]
    {
        var results = try await store.records.accept(decided.map(\.decision), at: now)
        let news = results.indices.filter { results[$0] == .changedByHand }
        guard !news.isEmpty else { return results }
        let holds = try news.map { try decisions.hold(decided[$0].reading, because: .changedByHand, at: now) }
        // The operator's change holds them, whatever the decision was; the answer has that outcome.
        for (index, result) in zip(news, try await store.records.accept(holds, at: now)) where result != .held {
            results[index] = result
        }
        return results
    }

    private func answer(_ reading: Reading, fate: IntakeFate, stored: AcceptResult) -> SubmittedRecords.Result {
        guard case .store(let decision, let logID, let owner) = fate else {
            return SubmittedRecords.Result(reading, outcome: stored.word)
        }
        if let logID, stored == .queued || stored == .unsynced {
            activity.note("record created", ["type": reading.type.rawValue, "logID": logID.rawValue])
        }
        var answer = SubmittedRecords.Result(reading, outcome: stored.word)
        switch (stored, decision.outcome) {
        case (.queued, .queue(let record)), (.updated, .queue(let record)), (.unsynced, .queue(let record)),
            (.duplicate, .queue(let record)):
            answer.seat = record.seat
            answer.logID = logID
        case (.merged, _), (.discarded, _): answer.logID = logID
        case (.held, .hold(_, let reason, _, _, _)):
            answer.reason = HeldReason(rawValue: reason)
            answer.assignedSeat = owner
        case (.changedByHand, _): answer.reason = .changedByHand
        default: break
        }
        return answer
    }
}

extension Reading {
    /// The reading; a camera's reading always awaits a person, whatever its producer says.
    fileprivate var waitingIfSeen: Reading {
        guard source.kind == .ocr, awaitsConfirmation != true else { return self }
        var reading = self
        reading.awaitsConfirmation = true
        return reading
    }
}

extension AcceptResult {
    /// The outcome in the words of the reply.
    fileprivate var word: SubmittedRecords.Outcome {
        switch self {
        case .queued, .updated: .accepted
        case .duplicate, .merged, .discarded, .belongsToAnother: .repeated
        case .held, .changedByHand: .held
        case .unsynced: .unsynced
        }
    }
}
