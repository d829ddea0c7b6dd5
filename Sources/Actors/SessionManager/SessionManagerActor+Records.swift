internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on records and notifications.
    var recordHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.submitRecords) { [self] body, request in
                try checkProducer(of: body.records, request.caller)
                guard await marks.isNewest(body.seenMark) else { throw Self.outdated }
                var taken = try await TypedValues.take(body) { try await submit($0) }
                taken.mark = await marks.text()
                return taken
            },
            RequestHandler(SessionOperations.queuedRecords) { [self] body, _ in
                try await list(.queued(seat: body.seat), body)
            },
            RequestHandler(SessionOperations.unsyncedRecords) { [self] body, request in
                try await unsynced(body, request)
            },
            RequestHandler(SessionOperations.rejectedRecords) { [self] body, _ in
                try await list(.rejected(seat: body.seat), body)
            },
            RequestHandler(SessionOperations.processQueue) { [self] _, _ in
                try await store.hastenAll(at: context.environment.now())
                changed()
                return try await queueState()
            },
            RequestHandler(SessionOperations.notificationsSince) { [self] body, _ in
                try await notifications(since: body)
            },
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
    private func checkProducer(of readings: [Reading], _ producer: BusAddress) throws {
        guard let kind = Self.producers[BusRole(rawValue: producer.actor)] else { return }
        let who = "\(producer.client) of \(producer.hub)"
        if kind != .ocr, let other = readings.first(where: { $0.hub.rawValue != producer.hub }) {
            context.client.refusals.note(.hub)
            throw BusError(.notAuthorized, "\(who) brings a reading of \(other.hub)")
        }
        if let other = readings.first(where: { $0.source.kind != kind }) {
            context.client.refusals.note(.kind)
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
        try await lookAtClock()
        let now = context.environment.now()
        let readings = submitted.map(\.waitingIfSeen)
        let fates = try await fates(of: readings, at: now)
        let pictures = try await pictures(of: readings)
        let decided = zip(readings, fates).compactMap { reading, fate in
            if case .store(let decision, _, _) = fate {
                (reading: reading, decision: showing(pictures, of: reading, decision, at: now))
            } else {
                nil
            }
        }
        var stored = try await commit(decided, at: now)[...]
        let answers = zip(readings, fates).compactMap { reading, fate in
            switch fate {
            case .answered(let result): result
            case .store: stored.popFirst().map { answer(reading, fate, $0) }
            }
        }
        let results = try await namingNewer(answers)
        if !decided.isEmpty { changed() }
        for result in results where result.outcome == .notStored { try await forgetPicture(of: result.readingKey) }
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
        let holds = try news.map { try hold(decided[$0].reading, .changedByHand, at: now) }
        for (index, result) in zip(news, try await store.acceptReadings(holds, at: now)) { results[index] = result }
        return results
    }

    /// A reading as the record of a session's user.
    func record(of reading: Reading, in session: StoredSession, seat: SeatID) throws -> (NewRecord, LogID) {
        let logID = LogID.derive(
            sessionUser: session.userID,
            organization: session.organizationID,
            readingKey: reading.readingKey
        )
        let record = VitalRecord(reading: reading, logID: logID, seat: seat)
        let new = NewRecord(
            logID: logID.rawValue,
            sessionID: session.id,
            seat: seat.rawValue,
            record: Data(try WireJSON.encode(record)),
            isHistory: reading.history,
            measuredAt: record.timestamp
        )
        return (new, logID)
    }

    /// Holds a reading; one that awaits a confirmation waits for that, whatever else it lacks.
    func hold(
        _ reading: Reading,
        _ reason: HeldReason,
        assignedTo owner: String? = nil,
        at now: Date
    ) throws -> ReadingDecision {
        let reason = reading.awaitsConfirmation == true && reason != .invalid ? .awaitsConfirmation : reason
        let outcome = ReadingDecision.Outcome.hold(
            reading: Data(try WireJSON.encode(reading)),
            reason: reason.rawValue,
            device: reading.device?.description,
            seat: reading.seat?.rawValue,
            awaitsPerson: reason.awaitsPerson
        )
        let told = events.readingHeld(reading, reason, assignedTo: owner, at: now)
        return decision(reading, outcome, [told].compactMap { $0 })
    }

    func decision(
        _ reading: Reading,
        _ outcome: ReadingDecision.Outcome,
        _ notifications: [NewNotification] = []
    ) -> ReadingDecision {
        ReadingDecision(
            readingKey: reading.readingKey.rawValue,
            revision: reading.revision,
            hub: reading.hub.rawValue,
            mergeKey: reading.twinKey?.rawValue,
            seenAt: reading.receivedAt,
            outcome: outcome,
            isByOperator: false,
            notifications: notifications
        )
    }

    private func answer(_ reading: Reading, _ fate: Fate, _ stored: AcceptResult) -> SubmittedRecords.Result {
        guard case .store(let decision, let logID, let owner) = fate else { return result(reading, stored.word) }
        if let logID, stored == .queued || stored == .unsynced {
            context.activity.note("record created", ["type": reading.type.rawValue, "logID": logID.rawValue])
        }
        var answer = result(reading, stored.word)
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

    func result(_ reading: Reading, _ outcome: SubmittedRecords.Outcome) -> SubmittedRecords.Result {
        SubmittedRecords.Result(readingKey: reading.readingKey, revision: reading.revision, outcome: outcome)
    }

    /// A page of unsynced records; of seats that do not share values for operators only.
    private func unsynced(_ body: PageRequest, _ request: RequestContext) async throws -> RecordPage {
        guard body.sessionID != nil || body.seat != nil else {
            throw BusError(.invalidArgument, "name a session by sessionID, or a seat for all of its ended sessions")
        }
        if request.caller.actor != BusRole.vitalbus.rawValue {
            var seat = body.seat
            if let id = body.sessionID { seat = try await store.session(id: id)?.seat }
            guard let seat, body.seat.map({ $0 == seat }) ?? true, events.shares(seat) else {
                throw BusError(.notAuthorized, "that seat's values are not shared: an operator may list its records")
            }
        }
        return try await list(.unsynced(sessionID: body.sessionID, seat: body.seat), body)
    }

    private func notifications(since body: NotificationsSince) async throws -> Notifications {
        let limit = min(max(1, body.limit ?? 50), 50)
        let found = try await store.notifications(since: body.cursor, limit: limit)
        // A page must fit a message; as text in JSON every quote takes two bytes. One entry goes out in any case.
        var room = 40_000
        let page = found.prefix { entry in
            defer { room -= entry.notification.data.count * 5 / 4 + 250 }
            return room > 0
        }
        let entries = page.map { entry in
            Notifications.Entry(
                cursor: entry.cursor,
                id: entry.notification.id,
                name: entry.notification.type,
                hub: entry.notification.hub,
                time: entry.notification.time,
                data: String(decoding: entry.notification.data, as: UTF8.self)
            )
        }
        return Notifications(
            notifications: entries,
            cursor: entries.last?.cursor ?? body.cursor,
            more: entries.count < found.count || found.count == limit
        )
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
