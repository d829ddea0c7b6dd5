internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

/// Lists the held readings, and carries out a person's decisions about them.
struct HeldDesk: ManagerService {
    let parts: ServiceParts
    let decisions: ReadingDecisions

    /// The operations on held readings.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.heldReadings) { body, request in
                try await page(body, within: seats.roll.heldReach(of: request.caller))
            },
            RequestHandler(SessionOperations.confirmReading) { body, _ in try await confirm(body) },
            RequestHandler(SessionOperations.discardReading) { body, _ in try await discard(body) },
        ]
    }

    private func page(_ body: PageRequest, within reach: HeldReach?) async throws -> HeldPage {
        if let seat = body.seat { try await seats.require(seat, held: true) }
        let found = try await store.held.readings(
            seat: body.seat,
            device: body.device?.description,
            within: reach,
            page: body.page ?? 1,
            pageSize: 32
        )
        // A reading that awaits confirmation may also be contested.
        let contested = found.elements.filter {
            [HeldReason.assignedToAnother, .awaitsConfirmation].map(\.rawValue).contains($0.reason)
        }
        let pictures = try await store.held.pictures(found.elements.map(\.readingKey))
        let assignments = try await store.assignments.assignments(devices: Set(contested.compactMap(\.device)))
        return HeldPage(
            page: found.page,
            pages: found.pages,
            readings: found.elements.compactMap { held in
                // Absent is nil: it is listed as unreadable.
                guard let reading = try? WireJSON.decode(Reading.self, from: Array(held.reading)) else {
                    unreadable.note(held: held.readingKey)
                    return held.standIn.map { reading in
                        HeldPage.Entry(
                            reading: reading,
                            reason: HeldReason(rawValue: held.reason),
                            picture: pictures[held.readingKey].map { PictureReference($0, of: reading.readingKey) },
                            isUnreadable: true
                        )
                    }
                }
                let mine = assignments.filter { $0.device == held.device }
                return HeldPage.Entry(
                    reading: reading.shortened(from: held.reading.count),
                    reason: HeldReason(rawValue: held.reason),
                    assignedSeat: ownership.decide(reading, assignments: mine).assignedSeat,
                    picture: pictures[held.readingKey].map { PictureReference($0, of: reading.readingKey) }
                )
            }
        )
    }

    /// The id of a record's image.
    private static let imageName: @Sendable (_ logID: String, _ sha256: String) -> String = { logID, sha256 in
        LogID(rawValue: logID).map { LogID.image(of: $0, sha256: sha256).rawValue } ?? "\(logID)/\(sha256)"
    }

    /// The id of the image made from a confirmed reading's picture.
    private func imageID(of logID: String?) async throws -> LogID? {
        guard let logID else { return nil }
        return try await store.held.firstImage(record: logID).flatMap { LogID(rawValue: $0.id) }
    }

    private func confirm(_ body: ConfirmReading) async throws -> DecidedReading {
        try await seats.require(body.seat)
        let now = environment.now()
        let decided = try await store.held.decide(body.readingKey.rawValue, at: now, imageName: Self.imageName) {
            item -> Result<ReadingDecision, BusError> in
            do { return .success(try confirmation(of: item, by: body, at: now)) } catch let error as BusError {
                return .failure(error)
            }
        }
        guard let decided else { return try await confirmedBefore(body) }
        let result = try decided.get()
        signals.committed()
        let known = try await store.records.givenKey(body.readingKey.rawValue)
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
    /// - Throws: `BusError` that names what is missing, wrong or in conflict.
    private func confirmation(of item: HeldCase, by body: ConfirmReading, at now: Date) throws -> ReadingDecision {
        // Absent is nil: reported to the operator.
        guard let held = try? WireJSON.decode(Reading.self, from: Array(item.held.reading)) else {
            throw BusError(.internalError, message: "the held reading cannot be read; discard it")
        }
        try check(body.revision, of: item.held)
        let (reading, isCorrected) = held.corrected(timestamp: body.timestamp, measurements: body.measurements)
        do {
            try reading.validate(now: now)
        } catch {
            throw BusError(
                .invalidArgument,
                message: "the reading still breaks a rule: \(error.field): \(error.message)"
            )
        }
        try TypedValues.check(body, held: held, corrected: reading)
        let session = try session(for: reading, named: body, in: item)
        try checkOwner(of: item, is: session)
        guard let seat = SeatID(rawValue: body.seat) else {
            throw BusError(.invalidArgument, message: "the seat is not a valid id")
        }
        var result = try decisions.queue(reading, in: session, seat: seat, at: now).0
        result.isByOperator = true
        result.isCorrected = isCorrected
        return result
    }

    /// The session of a confirmed reading: the one that the request names, else that of the seat at the time of the
    /// measurement.
    private func session(for reading: Reading, named body: ConfirmReading, in item: HeldCase) throws -> StoredSession {
        let found: StoredSession?
        if let id = body.sessionID {
            found = try item.session(id: id).flatMap { $0.seat == body.seat ? $0 : nil }
            guard found != nil else {
                throw BusError(.notFound, message: "seat '\(body.seat)' has no session '\(id.prefix(64))'")
            }
        } else {
            guard reading.timeQuality != .unknown && !wallClock.isDoubtful(reading) || body.timestamp != nil else {
                throw BusError(
                    .invalidArgument,
                    message: "the time of measurement is unknown: give the timestamp, or the session by sessionID"
                )
            }
            found =
                try item.session(seat: body.seat, at: reading.timestamp)
                ?? sessionAsked(reading, of: body, in: item)
            if let found, body.timestamp == nil, decisions.isOfSkippedTime(reading, session: found) {
                throw BusError(
                    .invalidArgument,
                    message:
                        "the clock was behind when the session began: give the timestamp, or the session by sessionID"
                )
            }
            if let found, body.timestamp == nil, try decisions.mayBeAnothers(reading, session: found, in: item) {
                throw BusError(
                    .invalidArgument,
                    message:
                        "the seat had another person at a time that the device may mean: give the timestamp, or the session by sessionID"
                )
            }
        }
        guard let found else {
            throw BusError(
                .conflict,
                message: "seat '\(body.seat)' had no session when it was measured: give the session by sessionID"
            )
        }
        guard !found.isDefaultUser else {
            throw BusError(.conflict, message: "the default user's readings are not stored: discard it")
        }
        return found
    }

    /// The session at the time of the request: devices report whole seconds, so a measurement can seem older than the
    /// session.
    private func sessionAsked(_ reading: Reading, of body: ConfirmReading, in item: HeldCase) throws -> StoredSession? {
        guard reading.seatByWord == body.seat, let askedAt = reading.askedAt,
            try !item.isErased(seat: body.seat, at: reading.timestamp)
        else { return nil }
        return try item.session(seat: body.seat, at: askedAt)
    }

    /// Refuses a key that belongs to another person, whose record must be deleted first.
    private func checkOwner(of item: HeldCase, is session: StoredSession) throws {
        guard let given = item.given else { return }
        guard given.logID != nil else {
            throw BusError(.conflict, message: "its key is closed because its person was erased; discard it")
        }
        guard given.userID == session.userID, given.organizationID == session.organizationID else {
            throw BusError(
                .conflict,
                message: "an earlier revision of it was given to another person: delete that record first"
            )
        }
    }

    private func check(_ revision: Int?, of held: HeldReading) throws {
        guard let revision, revision != held.revision else { return }
        throw BusError(
            .conflict,
            message: "revision \(held.revision) of it is held now, not \(revision): check it again"
        )
    }

    /// Answers a repeated request.
    private func confirmedBefore(_ body: ConfirmReading) async throws -> DecidedReading {
        guard let given = try await store.records.givenKey(body.readingKey.rawValue) else {
            throw BusError(.notFound, message: "no reading '\(body.readingKey)' is held")
        }
        guard let id = given.sessionID, let logID = given.logID, let session = try await store.sessions.session(id: id)
        else {
            throw BusError(
                .conflict,
                message: "the reading was discarded, merged into another one, or its person erased"
            )
        }
        guard session.seat == body.seat, body.sessionID.map({ $0 == id }) ?? true else {
            throw BusError(.conflict, message: "the reading was given to another session: delete that record first")
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
        let now = environment.now()
        let decided = try await store.held.decide(body.readingKey.rawValue, at: now) {
            item -> Result<ReadingDecision, BusError> in
            do { return .success(try dismissal(of: item.held, by: body)) } catch let error as BusError {
                return .failure(error)
            }
        }
        if let decided {
            _ = try decided.get()
            signals.committed()
            return DecidedReading(readingKey: body.readingKey, outcome: .discarded)
        }
        guard let given = try await store.records.givenKey(body.readingKey.rawValue) else {
            throw BusError(.notFound, message: "no reading '\(body.readingKey)' is held")
        }
        guard given.logID == nil else {
            throw BusError(.conflict, message: "the reading has an owner: delete the record instead")
        }
        return DecidedReading(readingKey: body.readingKey, outcome: .repeated)
    }

    private func dismissal(of held: HeldReading, by body: DiscardReading) throws -> ReadingDecision {
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

extension HeldReading {
    /// A reading without values for a row whose content cannot be read, so that a person can see and discard it.
    ///
    /// Nil only if the names in the row are not valid on the bus.
    fileprivate var standIn: Reading? {
        guard let key = ReadingKey(rawValue: readingKey) else { return nil }
        return Reading(
            readingKey: key,
            revision: revision,
            type: RecordType(rawValue: "unknown"),
            timestamp: seenAt,
            timeQuality: .unknown,
            receivedAt: receivedAt,
            hub: HubID(rawValue: hub) ?? .site,
            seat: seat.flatMap { SeatID(rawValue: $0) },
            device: device.flatMap { DeviceID($0) },
            source: RecordSource(kind: SourceKind(rawValue: "unknown")),
            measurements: []
        )
    }
}
