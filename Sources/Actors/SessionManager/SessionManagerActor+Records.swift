internal import ActorRuntime
internal import BusContract
internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on records and notifications.
    var recordHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.submitRecords) { [self] body, _ in try await submit(body.records) },
            RequestHandler(SessionOperations.queuedRecords) { [self] body, _ in
                try await list(.queued(seat: body.seat), body)
            },
            RequestHandler(SessionOperations.unsyncedRecords) { [self] body, _ in
                guard body.sessionID != nil || body.seat != nil else {
                    throw BusError(
                        .invalidArgument,
                        "name a session by sessionID, or a seat for all of its ended sessions"
                    )
                }
                return try await list(.unsynced(sessionID: body.sessionID, seat: body.seat), body)
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

    /// Takes readings over.
    ///
    /// Each is committed before the reply: the producer may forget it then.
    private func submit(_ readings: [Reading]) async throws -> SubmittedRecords {
        guard (1...64).contains(readings.count) else {
            throw BusError(.invalidArgument, "a request carries 1 to 64 records, not \(readings.count)")
        }
        // Twins of two hubs may come at the same moment: the look and the commit are one step then.
        guard readings.contains(where: { $0.twinKey != nil }) else { return try await intake(readings) }
        await twinGate.send(())
        do {
            let submitted = try await intake(readings)
            _ = await twinGate.next()
            return submitted
        } catch {
            _ = await twinGate.next()
            throw error
        }
    }

    private func intake(_ submitted: [Reading]) async throws -> SubmittedRecords {
        let now = context.environment.now()
        let readings = submitted.map(\.waitingIfSeen)
        let fates = try await fates(of: readings, at: now)
        let pictures = try await pictures(of: readings)
        let decided = zip(readings, fates).compactMap { reading, fate in
            if case .store(let decision, _) = fate {
                (reading: reading, decision: showing(pictures, of: reading, decision, at: now))
            } else {
                nil
            }
        }
        var stored = try await commit(decided, at: now)[...]
        let results = zip(readings, fates).compactMap { reading, fate in
            switch fate {
            case .answered(let result): result
            case .store(_, let logID): stored.popFirst().map { answer(reading, $0, logID) }
            }
        }
        if !decided.isEmpty { changed() }
        for result in results where result.outcome == "notStored" { try await forgetPicture(of: result.readingKey) }
        return SubmittedRecords(results: results)
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

    private enum Fate {
        case answered(SubmittedRecords.Result)
        case store(ReadingDecision, LogID?)
    }

    /// What becomes of readings, in their order.
    ///
    /// All of a request's readings are looked up together: each look-up by itself may wait for a commit.
    private func fates(of readings: [Reading], at now: Date) async throws -> [Fate] {
        var fates: [Fate?] = []
        for reading in readings { fates.append(try await fateByItself(reading, at: now)) }
        let open = readings.indices.filter { fates[$0] == nil }
        let devices = Set(open.compactMap { readings[$0].device?.description })
        let assignments = try await store.assignments(devices: devices)
        let named = try await sessions(namedBy: open.map { readings[$0] })
        var booked: [(index: Int, seat: String)] = []
        for index in open {
            if let seat = readings[index].importSeat {
                let session = readings[index].sessionID.flatMap { named[$0] }
                fates[index] = try book(readings[index], on: seat, of: session?.seat == seat ? session : nil, at: now)
                continue
            }
            let device = readings[index].device?.description
            switch ownership.decide(readings[index], assignments: assignments.filter { $0.device == device }) {
            case .seat(let seat): booked.append((index, seat))
            case .hold(let reason):
                // The default user's is not kept for a confirmation either: its seat says whether it is one.
                if readings[index].awaitsConfirmation == true, reason != .clockUnknown, let seat = readings[index].seat
                {
                    booked.append((index, seat.rawValue))
                } else {
                    fates[index] = .store(try hold(readings[index], reason, at: now), nil)
                }
            }
        }
        let sessions = try await store.sessions(at: booked.map { ($0.seat, readings[$0.index].timestamp) })
        for (place, session) in zip(booked, sessions) {
            fates[place.index] = try book(readings[place.index], on: place.seat, of: session, at: now)
        }
        return fates.compactMap { $0 }
    }

    /// The sessions that imports name.
    private func sessions(namedBy readings: [Reading]) async throws -> [String: StoredSession] {
        var found: [String: StoredSession] = [:]
        for id in Set(readings.filter { $0.importSeat != nil }.compactMap(\.sessionID)) {
            found[id] = try await store.session(id: id)
        }
        return found
    }

    /// The fate of a reading that breaks the rules or has a twin; nil for any other.
    private func fateByItself(_ reading: Reading, at now: Date) async throws -> Fate? {
        do {
            try reading.validate(now: now)
        } catch {
            // Refused it would be gone: it waits for a person, who can see what it says.
            context.logger.warning("a reading breaks the rules and is held", metadata: ["error": "\(error)"])
            return .store(try hold(reading, .invalid, at: now), nil)
        }
        return try await twin(of: reading).map { .store(decision(reading, .merge(into: $0)), nil) }
    }

    /// Finds the measurement's twin that another hub heard within 60 s.
    ///
    /// It is one record, not two (DESIGN §6.4).
    private func twin(of reading: Reading) async throws -> String? {
        guard let key = reading.twinKey?.rawValue else { return nil }
        let candidates = try await store.mergeCandidates(
            mergeKey: key,
            from: reading.receivedAt.addingTimeInterval(-60),
            to: reading.receivedAt.addingTimeInterval(60)
        )
        return candidates.first { $0.hub != reading.hub.rawValue && $0.readingKey != reading.readingKey.rawValue }?
            .readingKey
    }

    private func book(
        _ reading: Reading,
        on seat: String,
        of session: StoredSession?,
        at now: Date
    ) throws -> Fate {
        if let session, session.isDefaultUser {
            context.logger.warning("the default user's readings are not stored", metadata: ["seat": "\(seat)"])
            return .answered(result(reading, "notStored"))
        }
        guard reading.awaitsConfirmation != true, let session, let seatID = SeatID(rawValue: seat) else {
            return .store(try hold(reading, .noSession, at: now), nil)
        }
        let (new, logID) = try record(of: reading, in: session, seat: seatID)
        return .store(decision(reading, .queue(new)), logID)
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
            isHistory: reading.history
        )
        return (new, logID)
    }

    /// Holds a reading; one that awaits a confirmation waits for that, whatever else it lacks.
    func hold(_ reading: Reading, _ reason: HoldReason, at now: Date) throws -> ReadingDecision {
        let reason = reading.awaitsConfirmation == true && reason != .invalid ? .awaitsConfirmation : reason
        let outcome = ReadingDecision.Outcome.hold(
            reading: Data(try WireJSON.encode(reading)),
            reason: reason.rawValue,
            device: reading.device?.description,
            seat: reading.seat?.rawValue,
            awaitsPerson: reason.awaitsPerson
        )
        return decision(reading, outcome, [events.readingHeld(reading, reason.rawValue, at: now)].compactMap { $0 })
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

    private func answer(_ reading: Reading, _ stored: AcceptResult, _ logID: LogID?) -> SubmittedRecords.Result {
        if let logID, stored == .queued || stored == .unsynced {
            context.activity.note("record created", ["type": reading.type.rawValue, "logID": logID.rawValue])
        }
        return switch stored {
        case .queued, .updated: result(reading, "accepted", logID)
        case .duplicate, .merged, .discarded: result(reading, "repeat", logID)
        case .held, .changedByHand: result(reading, "held")
        case .unsynced: result(reading, "unsynced", logID)
        case .belongsToAnother: result(reading, "repeat")
        }
    }

    private func result(
        _ reading: Reading,
        _ outcome: String,
        _ logID: LogID? = nil,
        error: WireFault? = nil
    ) -> SubmittedRecords.Result {
        SubmittedRecords.Result(
            readingKey: reading.readingKey,
            revision: reading.revision,
            outcome: outcome,
            logID: logID,
            error: error
        )
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

    /// The seat of an import, whose session it names itself.
    ///
    /// An export tells of years before the session, so the session at the measurement's time says nothing of whose it is.
    fileprivate var importSeat: String? {
        source.kind == .healthImport && sessionID != nil ? seat?.rawValue : nil
    }
}
