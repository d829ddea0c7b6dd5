internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Synchronization
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on held readings, and the one that forgets a seat's persons.
    var heldHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.heldReadings) { [self] body, _ in
                if let seat = body.seat { try await requireKnown(seat, held: true) }
                let found = try await store.heldReadings(
                    seat: body.seat,
                    device: body.device?.description,
                    page: body.page ?? 1,
                    pageSize: 32
                )
                let contested = found.elements.filter { $0.reason == HeldReason.assignedToAnother.rawValue }
                return held(
                    found,
                    try await store.heldPictures(found.elements.map(\.readingKey)),
                    try await store.assignments(devices: Set(contested.compactMap(\.device)))
                )
            },
            RequestHandler(SessionOperations.confirmReading) { [self] body, _ in try await confirm(body) },
            RequestHandler(SessionOperations.discardReading) { [self] body, _ in try await discard(body) },
            RequestHandler(SessionOperations.eraseSeat) { [self] body, _ in try await erase(body) },
        ]
    }

    /// Decides about a held reading as it would be decided if it came now; nil leaves it as it is.
    ///
    /// The default user's stays held: an assignment deletes nothing.
    func decideAgain(_ item: HeldCase, at now: Date) throws -> ReadingDecision? {
        guard item.held.reason != HeldReason.invalid.rawValue,
            let reading = try? WireJSON.decode(Reading.self, from: Array(item.held.reading))
        else { return nil }
        if item.given?.isChangedByHand == true { return try hold(reading, .changedByHand, at: now) }
        if isDoubtful(reading) { return try hold(reading, .clockUnknown, at: now) }
        let seat: String
        switch ownership.decide(reading, assignments: item.assignments) {
        case .hold(let reason, let owner): return try hold(reading, reason, assignedTo: owner, at: now)
        case .seat(let decided): seat = decided
        }
        guard let session = try item.session(seat: seat, at: reading.timestamp), let seatID = SeatID(rawValue: seat)
        else { return try hold(reading, .noSession, at: now) }
        guard !session.isDefaultUser else { return nil }
        return try queue(reading, in: session, seat: seatID, at: now).0
    }

    private func confirm(_ body: ConfirmReading) async throws -> DecidedReading {
        try await requireKnown(body.seat)
        let now = context.environment.now()
        let decided = try await store.decideHeld(body.readingKey.rawValue, at: now, imageName: Self.imageName) {
            [self] item -> Result<ReadingDecision, BusError> in
            do { return .success(try confirmation(of: item, body, at: now)) } catch let error as BusError {
                return .failure(error)
            }
        }
        guard let decided else { return try await confirmedBefore(body) }
        let result = try decided.get()
        changed()
        let known = try await store.givenKey(body.readingKey.rawValue)
        return DecidedReading(
            readingKey: body.readingKey,
            outcome: result == .unsynced ? .unsynced : result == .duplicate ? .repeated : .accepted,
            logID: known?.logID.flatMap { LogID(rawValue: $0) },
            sessionID: known?.sessionID,
            imageID: try await imageID(of: known?.logID)
        )
    }

    /// The operator's decision about a held reading.
    ///
    /// - Throws: `BusError` with what is missing, wrong or in the way.
    private func confirmation(of item: HeldCase, _ body: ConfirmReading, at now: Date) throws -> ReadingDecision {
        guard let held = try? WireJSON.decode(Reading.self, from: Array(item.held.reading)) else {
            throw BusError(.internalError, "the held reading cannot be read; discard it")
        }
        try check(body.revision, of: item.held)
        let (reading, isCorrected) = held.corrected(timestamp: body.timestamp, measurements: body.measurements)
        do {
            try reading.validate(now: now)
        } catch {
            throw BusError(.invalidArgument, "the reading still breaks a rule: \(error.field): \(error.message)")
        }
        try TypedValues.check(body, held, reading)
        let session = try session(for: reading, body, item)
        try checkOwner(of: item, is: session)
        guard let seat = SeatID(rawValue: body.seat) else { throw BusError(.invalidArgument, "the seat is no id") }
        var result = try queue(reading, in: session, seat: seat, at: now).0
        result.isByOperator = true
        result.isCorrected = isCorrected
        return result
    }

    /// The session that gets a confirmed reading: the named one, else the one that the seat had when it was measured.
    private func session(for reading: Reading, _ body: ConfirmReading, _ item: HeldCase) throws -> StoredSession {
        let found: StoredSession?
        if let id = body.sessionID {
            found = try item.session(id: id).flatMap { $0.seat == body.seat ? $0 : nil }
            guard found != nil else {
                throw BusError(.notFound, "seat '\(body.seat)' has no session '\(id.prefix(64))'")
            }
        } else {
            guard reading.timeQuality != .unknown && !isDoubtful(reading) || body.timestamp != nil else {
                throw BusError(
                    .invalidArgument,
                    "nobody knows when it was measured: give the timestamp, or the session by sessionID"
                )
            }
            found = try item.session(seat: body.seat, at: reading.timestamp)
        }
        guard let found else {
            throw BusError(
                .conflict,
                "seat '\(body.seat)' had no session when it was measured: give the session by sessionID"
            )
        }
        guard !found.isDefaultUser else {
            throw BusError(.conflict, "the default user's readings are not stored: discard it")
        }
        return found
    }

    /// A key goes to one person: to take it from another one, that one's record has to be deleted first.
    private func checkOwner(of item: HeldCase, is session: StoredSession) throws {
        guard let given = item.given else { return }
        guard given.logID != nil else {
            throw BusError(.conflict, "its key is closed: the person who had it was erased; discard it")
        }
        guard given.userID == session.userID, given.organizationID == session.organizationID else {
            throw BusError(.conflict, "an earlier revision of it was given to another person: delete that record first")
        }
    }

    private func check(_ revision: Int?, of held: HeldReading) throws {
        guard let revision, revision != held.revision else { return }
        throw BusError(.conflict, "revision \(held.revision) of it is held now, not \(revision): look at it again")
    }

    /// Answers a repeat.
    private func confirmedBefore(_ body: ConfirmReading) async throws -> DecidedReading {
        guard let given = try await store.givenKey(body.readingKey.rawValue) else {
            throw BusError(.notFound, "no reading '\(body.readingKey)' is held")
        }
        guard let id = given.sessionID, let logID = given.logID, let session = try await store.session(id: id) else {
            throw BusError(.conflict, "the reading was discarded, merged into another one, or its person erased")
        }
        guard session.seat == body.seat, body.sessionID.map({ $0 == id }) ?? true else {
            throw BusError(.conflict, "the reading was given to another session: delete that record first")
        }
        return DecidedReading(
            readingKey: body.readingKey,
            outcome: .repeated,
            logID: LogID(rawValue: logID),
            sessionID: id,
            imageID: try await imageID(of: logID)
        )
    }

    private func discard(_ body: DiscardReading) async throws -> DecidedReading {
        let now = context.environment.now()
        let decided = try await store.decideHeld(body.readingKey.rawValue, at: now) {
            [self] item -> Result<ReadingDecision, BusError> in
            do { return .success(try dismissal(of: item.held, body)) } catch let error as BusError {
                return .failure(error)
            }
        }
        if let decided {
            _ = try decided.get()
            changed()
            return DecidedReading(readingKey: body.readingKey, outcome: .discarded)
        }
        guard let given = try await store.givenKey(body.readingKey.rawValue) else {
            throw BusError(.notFound, "no reading '\(body.readingKey)' is held")
        }
        guard given.logID == nil else {
            throw BusError(.conflict, "the reading is somebody's: delete the record instead")
        }
        return DecidedReading(readingKey: body.readingKey, outcome: .repeated)
    }

    private func dismissal(of held: HeldReading, _ body: DiscardReading) throws -> ReadingDecision {
        try check(body.revision, of: held)
        return ReadingDecision(
            readingKey: held.readingKey,
            revision: held.revision,
            hub: held.hub,
            mergeKey: held.mergeKey,
            seenAt: held.seenAt,
            outcome: .discard,
            isByOperator: true
        )
    }
}

// MARK: - Erasing

extension SessionManagerActor {
    /// Erases a seat's persons, also at a seat that the configuration no longer has.
    private func erase(_ body: EraseSeat) async throws -> SeatErased {
        let seat = body.seat
        // What was erased a moment ago may be asked for again, for its last pages.
        if !erasingSeats.withLock({ $0.contains(seat) }) { try await requireKnown(seat, held: true) }
        let erased: ErasedSeat
        do {
            try await store.checkErasable(seat, at: context.environment.now())
            if body.checkOnly == true { return .nothing(of: seat) }
            erasingSeats.withLock { _ = $0.insert(seat) }
            erased = try await store.eraseSeat(seat, at: context.environment.now())
        } catch let error as StoreError where error.code == .constraint {
            throw BusError(.conflict, "seat '\(seat)' has a session, or one that still ends: end it first")
        } catch let error as StoreError where error.code == .locked {
            throw BusError(.busy, "all is erased, but the store's log still has old pages: ask again")
        }
        try await sweepImages()
        erasedSeats.withLock { _ = $0.insert(seat) }
        changed()
        context.logger.notice("a seat was erased", metadata: ["seat": "\(seat)", "records": "\(erased.records)"])
        return SeatErased(
            seat: seat,
            records: erased.records,
            sessions: erased.sessions,
            assignments: erased.assignments,
            heldReadings: erased.heldReadings,
            sharedHeldReadings: erased.sharedHeldReadings,
            devices: erased.devices.compactMap { DeviceID($0) },
            images: erased.images
        )
    }
}

extension SeatErased {
    /// The answer to a look whether a seat may be erased.
    fileprivate static func nothing(of seat: String) -> SeatErased {
        SeatErased(
            seat: seat,
            records: 0,
            sessions: 0,
            assignments: 0,
            heldReadings: 0,
            sharedHeldReadings: 0,
            devices: []
        )
    }
}
