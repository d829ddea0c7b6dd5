internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Takes readings over from producers and operators: each is committed before the reply.
struct IntakeService: Sendable {
    let store: QueueStore
    let fates: ReadingFates
    let decisions: ReadingDecisions
    let pictures: HeldPictureService
    let wallClock: ClockService
    let marks: StoreMarks
    let refusals: Refusals
    let environment: BusEnvironment
    let activity: ActivityLog
    let signals: CommitSignals
    /// Held while readings that may have a twin are decided and committed.
    private let twinLock = AsyncLock()

    /// The operation that takes readings over.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.submitRecords) { body, request in
                try check(body.records, from: request.caller)
                guard await marks.isNewest(body.seenMark) else { throw Self.outdated }
                var taken = try await TypedValues.take(body) { try await submit($0) }
                taken.mark = await marks.text()
                return taken
            }
        ]
    }

    /// Nothing is taken over by an older copy of the database; the producer keeps it.
    private static let outdated = BusError(
        .storeUnavailable,
        "the session manager's database is older than it was: nothing is taken over",
        isRetriable: true
    )

    /// Checks that a producer could have made the readings: a reader or importer of their hub, each in its own way.
    ///
    /// Else any of them could book what it likes on anyone: what a person typed, or what another hub measured. An OCR worker
    /// reads other hubs' pictures, too.
    private func check(_ readings: [Reading], from producer: BusAddress) throws {
        guard let kind = Self.producers[BusRole(rawValue: producer.actor)] else { return }
        let who = "\(producer.client) of \(producer.hub)"
        if kind != .ocr, let other = readings.first(where: { $0.hub.rawValue != producer.hub }) {
            refusals.note(.hub)
            throw BusError(.notAuthorized, "\(who) brings a reading of \(other.hub)")
        }
        if let other = readings.first(where: { $0.source.kind != kind }) {
            refusals.note(.kind)
            throw BusError(.notAuthorized, "\(who) brings a reading of the kind '\(other.source.kind)', not '\(kind)'")
        }
    }

    /// The way in which each actor makes readings; an operator speaks of any hub and any way.
    private static let producers: [BusRole: SourceKind] = [
        .deviceReader: .bluetooth, .healthImporter: .healthImport, .ocrWorker: .ocr,
    ]

    /// Takes readings over.
    ///
    /// Each is committed before the reply: the producer may forget it then.
    private func submit(_ readings: [Reading]) async throws -> SubmittedRecords {
        guard (1...64).contains(readings.count) else {
            throw BusError(.invalidArgument, "a request carries 1 to 64 records, not \(readings.count)")
        }
        // Twins of two hubs may come at the same moment: the look and the commit are one step then.
        guard readings.contains(where: { $0.twinKey != nil }) else { return try await intake(readings) }
        return try await twinLock.withLock { try await intake(readings) }
    }

    private func intake(_ submitted: [Reading]) async throws -> SubmittedRecords {
        try await wallClock.look()
        let now = environment.now()
        let readings = submitted.map(\.waitingIfSeen)
        let fates = try await self.fates.fates(of: readings, at: now)
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
        return SubmittedRecords(results: results)
    }

    /// Repeats of revisions that newer ones came of, with these: their producer may have been set back since.
    private func namingNewer(_ answers: [SubmittedRecords.Result]) async throws -> [SubmittedRecords.Result] {
        let repeats = answers.filter { $0.outcome == .repeated }.map(\.readingKey.rawValue)
        guard !repeats.isEmpty else { return answers }
        let newest = try await store.producerRevisions(repeats)
        return answers.map { answer in
            guard answer.outcome == .repeated, let known = newest[answer.readingKey.rawValue], known > answer.revision
            else { return answer }
            var answer = answer
            answer.knownRevision = known
            return answer
        }
    }

    /// Commits decisions; a producer's news of what an operator has changed is held until a person decides.
    private func commit(_ decided: [(reading: Reading, decision: ReadingDecision)], at now: Date) async throws
        -> [AcceptResult]
    {
        var results = try await store.acceptReadings(decided.map(\.decision), at: now)
        let news = results.indices.filter { results[$0] == .changedByHand }
        guard !news.isEmpty else { return results }
        let holds = try news.map { try decisions.hold(decided[$0].reading, because: .changedByHand, at: now) }
        for (index, result) in zip(news, try await store.acceptReadings(holds, at: now)) { results[index] = result }
        return results
    }

    private func answer(_ reading: Reading, fate: ReadingFate, stored: AcceptResult) -> SubmittedRecords.Result {
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
    /// The reading, which waits for a person if a camera made it, whatever its producer says of it.
    fileprivate var waitingIfSeen: Reading {
        guard source.kind == .ocr, awaitsConfirmation != true else { return self }
        var reading = self
        reading.awaitsConfirmation = true
        return reading
    }
}

extension AcceptResult {
    /// The outcome as the reply names it.
    fileprivate var word: SubmittedRecords.Outcome {
        switch self {
        case .queued, .updated: .accepted
        case .duplicate, .merged, .discarded, .belongsToAnother: .repeated
        case .held, .changedByHand: .held
        case .unsynced: .unsynced
        }
    }
}
