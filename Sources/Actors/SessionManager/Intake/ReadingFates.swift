internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// What becomes of a submitted reading.
enum IntakeFate {
    /// It is not stored.
    case answered(SubmittedRecords.Result)
    /// It is booked or held; `assignedTo` is the seat of its device, if it was requested for another seat.
    case store(ReadingDecision, LogID? = nil, assignedTo: String? = nil)
}

/// Decides what becomes of submitted readings, by assignments, sessions, twins and the clock.
struct ReadingFates: ManagerService {
    let parts: ServiceParts
    let decisions: ReadingDecisions
    let asked: AskedHubs

    /// Decides about readings, in their order.
    ///
    /// Look-ups cover all readings of a request together, because each look-up may wait for a commit.
    ///
    /// - Parameter lead: By how many seconds the producer's clock is ahead.
    func fates(of readings: [Reading], lead: TimeInterval = 0, at now: Date) async throws -> [IntakeFate] {
        let unkept = try await ofDefaultUsers(readings)
        var fates: [IntakeFate?] = []
        for (index, reading) in readings.enumerated() {
            fates.append(try await fateByItself(reading, isKept: !unkept.contains(index), at: now))
        }
        let open = readings.indices.filter { fates[$0] == nil }
        let devices = Set(open.compactMap { readings[$0].device?.description })
        let assignments = try await store.assignments.assignments(devices: devices)
        let named = try await sessions(namedBy: open.map { readings[$0] })
        var booked: [(index: Int, seat: String)] = []
        for index in open {
            let (reading, isKept) = (readings[index], !unkept.contains(index))
            let isForeign = try await isOfAnotherHub(reading)
            if !isForeign, let seat = reading.seatOfNamedSession {
                let session = reading.sessionID.flatMap { named[$0] }
                fates[index] = try book(reading, on: seat, of: session?.seat == seat ? session : nil, at: now)
                continue
            }
            if wallClock.isDoubtful(reading) {
                // The clock passed this time twice, so the assignment or session may be another person's.
                fates[index] = try held(reading, because: .clockUnknown, isKept: isKept, at: now)
                continue
            }
            let heard = isForeign ? reading.withoutWord : reading
            let mine = assignments.filter { $0.device == reading.device?.description }
            switch ownership.decide(heard, assignments: mine) {
            case .seat(let seat) where mayBeElsewhere(heard, than: seat, assignments: mine, lead: lead):
                fates[index] = try held(reading.ofUnknownTime, because: .clockUnknown, isKept: isKept, at: now)
            case .seat(let seat) where decisions.mayBeElsewhere(heard, than: seat, assignments: mine):
                fates[index] = try held(reading.ofUnknownTime, because: .clockUnknown, isKept: isKept, at: now)
            case .seat(let seat) where decisions.isOfSkippedTime(heard, seat: seat, assignments: mine):
                fates[index] = try held(reading, because: .clockUnknown, isKept: isKept, at: now)
            case .seat(let seat): booked.append((index, seat))
            case .hold where isForeign: fates[index] = try held(reading, because: .anotherHubsSeat, at: now)
            case .hold(let reason, let owner):
                fates[index] = try held(reading, because: reason, assignedTo: owner, isKept: isKept, at: now)
            }
        }
        for (index, fate) in try await book(booked, of: readings, unkept: unkept, lead: lead, at: now) {
            fates[index] = fate
        }
        return zip(readings, fates).compactMap { reading, fate in fate.map { bounded($0, of: reading) } }
    }

    /// Books readings whose seat is decided on the seat's session.
    private func book(
        _ booked: [(index: Int, seat: String)],
        of readings: [Reading],
        unkept: Set<Int>,
        lead: TimeInterval,
        at now: Date
    ) async throws -> [(Int, IntakeFate)] {
        let sessions = try await sessions(of: booked, in: readings)
        var earlier = sessions
        if lead >= ClockSkip.least {
            earlier = try await self.sessions(of: booked, in: readings.map { $0.earlier(by: lead) ?? $0 })
        }
        let others = try await self.sessions(atOtherTimesOf: booked, in: readings, measuredIn: sessions)
        return try zip(booked.indices, booked).map { place, booking in
            let (reading, session) = (readings[booking.index], sessions[place])
            // A reading for the default user is not stored, even if the seat had no session when it was measured.
            let isKept = session != nil || !unkept.contains(booking.index) || booking.seat != reading.seat?.rawValue
            guard isKept else { return (booking.index, notStored(reading)) }
            if session?.isDefaultUser != true, session?.holder != earlier[place]?.holder {
                return (booking.index, try held(reading.ofUnknownTime, because: .clockUnknown, at: now))
            }
            if let session, session.holder != others[place]?.holder {
                return (booking.index, try held(reading.ofUnknownTime, because: .clockUnknown, at: now))
            }
            if let session, !session.isDefaultUser, decisions.isOfSkippedTime(reading, session: session) {
                return (booking.index, try held(reading, because: .clockUnknown, at: now))
            }
            return (booking.index, try book(reading, on: booking.seat, of: session, at: now))
        }
    }

    /// Whether a reading was of another seat at the time by a right clock, because its producer's clock is ahead.
    private func mayBeElsewhere(
        _ reading: Reading,
        than seat: String,
        assignments: [DeviceAssignment],
        lead: TimeInterval
    ) -> Bool {
        guard let earlier = reading.earlier(by: lead) else { return false }
        return ownership.decide(earlier, assignments: assignments) != .seat(seat)
    }

    /// Holds a reading.
    ///
    /// - Parameters:
    ///   - owner: The seat of its device, if it was requested for another seat.
    ///   - isKept: Whether it is stored at all; one that was requested at a default user's seat is not.
    private func held(
        _ reading: Reading,
        because reason: HeldReason,
        assignedTo owner: String? = nil,
        isKept: Bool = true,
        at now: Date
    ) throws -> IntakeFate {
        guard isKept else { return notStored(reading) }
        return .store(try decisions.hold(reading, because: reason, assignedTo: owner, at: now), assignedTo: owner)
    }

    /// Whether a hub submits a reading for another hub's seat without a known request.
    ///
    /// The hub's claim does not count: the device's assignment decides, wherever the device is heard. Otherwise the
    /// reading is held, because a refused reading would be lost.
    private func isOfAnotherHub(_ reading: Reading) async throws -> Bool {
        guard [.bluetooth, .healthImport].contains(reading.source.kind), let seat = reading.seat else { return false }
        let moment = reading.askedAt ?? reading.receivedAt
        return try await !asked.counts(reading.hub.rawValue, for: seat.rawValue, at: moment)
    }

    /// Refuses a reading that exceeds the size of a grant, because it would block the queue forever.
    private func bounded(_ fate: IntakeFate, of reading: Reading) -> IntakeFate {
        guard case .store(let decision, _, _) = fate else { return fate }
        let bytes =
            switch decision.outcome {
            case .queue(let record): record.record.count
            case .hold(let held, _, _, _, _): held.count
            case .merge, .discard: 0
            }
        guard bytes > GrantDispatcher.bytesPerGrant else { return fate }
        logger.error("rejected a reading that is too long", metadata: ["readingKey": "\(reading.readingKey)"])
        var answer = SubmittedRecords.Result(reading, outcome: .refused)
        let limit = GrantDispatcher.bytesPerGrant
        answer.error = WireFault(BusError(.payloadTooLarge, message: "the reading takes \(bytes) bytes, over \(limit)"))
        return .answered(answer)
    }

    /// The sessions of readings whose seat is decided: by default the seat's session at the time of the measurement.
    ///
    /// A typed value from before the session belongs to the present person, a requested one to the person at the time
    /// of the request. Neither holds for a time whose person was erased: such a reading is held, because it would
    /// become the next person's.
    private func sessions(
        of booked: [(index: Int, seat: String)],
        in readings: [Reading]
    ) async throws -> [StoredSession?] {
        let moments = booked.map { (seat: $0.seat, measuredAt: readings[$0.index].timestamp) }
        var sessions = try await store.sessions.sessions(at: moments)
        let erased = try await store.sessions.isErased(at: moments)
        for (place, booking) in booked.enumerated() where sessions[place] == nil && !erased[place] {
            let reading = readings[booking.index]
            if reading.source.kind == .manual {
                sessions[place] = try await store.sessions.session(seat: booking.seat)
            } else if let askedAt = reading.askedAt, reading.seatByWord == booking.seat {
                // Devices report whole seconds: the measurement may seem older than the session that asked for it.
                sessions[place] = try await store.sessions.sessions(at: [(booking.seat, askedAt)])[0]
            }
        }
        return sessions
    }

    /// A session of another person at a time at which a reading may also have been measured or requested; for a reading
    /// without one, its own session.
    ///
    /// - Parameter sessions: The sessions at the time of the measurement.
    private func sessions(
        atOtherTimesOf booked: [(index: Int, seat: String)],
        in readings: [Reading],
        measuredIn sessions: [StoredSession?]
    ) async throws -> [StoredSession?] {
        var asked: [(place: Int, at: Date, isRequest: Bool)] = []
        for (place, booking) in booked.enumerated() {
            guard let session = sessions[place] else { continue }
            let reading = readings[booking.index]
            if let askedAt = reading.laterRequest(for: booking.seat) { asked.append((place, askedAt, true)) }
            asked += reading.possibleTimes.filter { !session.lasts(at: $0) }.map { (place, $0, false) }
        }
        guard !asked.isEmpty else { return sessions }
        let found = try await store.sessions.sessions(at: asked.map { (booked[$0.place].seat, $0.at) })
        var others = sessions
        for (one, other) in zip(asked, found) where others[one.place]?.holder == sessions[one.place]?.holder {
            if other != nil || one.isRequest { others[one.place] = other }
        }
        return others
    }

    /// The indices of readings that were requested at a seat with the default user, which are never stored.
    private func ofDefaultUsers(_ readings: [Reading]) async throws -> Set<Int> {
        let asked = readings.indices.compactMap { index -> (index: Int, seat: String)? in
            guard readings[index].source.kind != .healthImport, let seat = readings[index].seat else { return nil }
            return (index, seat.rawValue)
        }
        let moments = asked.map { ($0.seat, readings[$0.index].askedAt ?? readings[$0.index].receivedAt) }
        let sessions = try await store.sessions.sessions(at: moments)
        return Set(zip(asked, sessions).filter { $1?.isDefaultUser == true }.map(\.0.index))
    }

    private func notStored(_ reading: Reading) -> IntakeFate {
        let seat = reading.seat?.rawValue ?? ""
        logger.warning("the default user's readings are not stored", metadata: ["seat": "\(seat)"])
        return .answered(SubmittedRecords.Result(reading, outcome: .notStored))
    }

    /// The sessions that imports and operators name, by id.
    ///
    /// - Throws: `BusError` `notFound` if an operator names a session that is not the seat's.
    private func sessions(namedBy readings: [Reading]) async throws -> [String: StoredSession] {
        var found: [String: StoredSession] = [:]
        for reading in readings {
            guard let seat = reading.seatOfNamedSession, let id = reading.sessionID else { continue }
            if found[id] == nil { found[id] = try await store.sessions.session(id: id) }
            guard reading.source.kind == .manual, found[id]?.seat != seat else { continue }
            throw BusError.noSession(SeatReference(seat: seat, sessionID: id))
        }
        return found
    }

    /// The fate of a reading that breaks the rules or has a twin; nil for any other.
    private func fateByItself(_ reading: Reading, isKept: Bool, at now: Date) async throws -> IntakeFate? {
        if let error = try await seats.refusal(of: reading) {
            var answer = SubmittedRecords.Result(reading, outcome: .refused)
            answer.error = WireFault(error)
            return .answered(answer)
        }
        do {
            try reading.validate(now: now)
        } catch {
            // It is held because a refused reading would be lost; a person can look at it and decide.
            if isKept { logger.warning("holding a reading that breaks a rule", metadata: ["error": "\(error)"]) }
            return try held(reading, because: .invalid, isKept: isKept, at: now)
        }
        if let first = try await twin(of: reading) { return .store(decisions.merge(reading, into: first)) }
        if isKept, let again = try await measuredAgain(reading) {
            return try held(again, because: .possibleRepeat, at: now)
        }
        // The database is an older copy that an operator accepted: it does not know who had the seat in the gap.
        guard isKept, let gap = store.gap, gap.contains(reading.timestamp) || gap.contains(reading.receivedAt) else {
            return nil
        }
        return try held(reading, because: .awaitsConfirmation, at: now)
    }

    /// The reading under a new key, if its key was already taken before it was measured; nil for any other.
    private func measuredAgain(_ reading: Reading) async throws -> Reading? {
        if !reading.readingKey.isAgain {
            guard reading.isNumbered == false,
                let seenAt = try await store.records.firstSeen(reading.readingKey.rawValue, revision: reading.revision),
                reading.isMeasured(after: seenAt)
            else { return nil }
        }
        let range = reading.readingKey.againRange
        let keys = try await store.records.keys(from: range.from, to: range.to)
        return reading.measuredAgain(beside: keys.compactMap(ReadingKey.init(rawValue:)))
    }

    /// The key of the same measurement as another hub received it within 60 s; nil if there is none.
    ///
    /// A measurement that two hubs hear becomes one record.
    private func twin(of reading: Reading) async throws -> String? {
        guard let key = reading.twinKey?.rawValue else { return nil }
        let candidates = try await store.records.mergeCandidates(
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
    ) throws -> IntakeFate {
        if session?.isDefaultUser == true {
            // The device sent it unasked and may have deleted its copy, so it is never discarded.
            guard reading.seat == nil else { return notStored(reading) }
            return try held(reading, because: .noSession, at: now)
        }
        guard reading.awaitsConfirmation != true, let session, let seatID = SeatID(rawValue: seat) else {
            return try held(reading, because: .noSession, at: now)
        }
        guard !ReadingDecisions.wantsALook(reading) else {
            return try held(reading, because: .implausible, at: now)
        }
        let (queued, logID) = try decisions.queue(reading, in: session, seat: seatID, at: now)
        return .store(queued, logID)
    }
}

extension SubmittedRecords.Result {
    /// The answer about a reading.
    init(_ reading: Reading, outcome: SubmittedRecords.Outcome) {
        self.init(readingKey: reading.readingKey, revision: reading.revision, outcome: outcome)
    }
}

extension Reading {
    /// When the reading was requested for a seat, if it seems to be older than that; else nil.
    ///
    /// Devices report whole seconds: a reading of the last seconds before its request may be of the person who had the
    /// seat then, or of the next one.
    func laterRequest(for seat: String) -> Date? {
        guard let askedAt, timestamp < askedAt, seatByWord == seat else { return nil }
        return askedAt
    }

    /// The seat of a reading that names its session: an import, or a value typed for a certain session.
    ///
    /// An export covers years before the session, so the session at the time of a measurement does not identify its
    /// person.
    fileprivate var seatOfNamedSession: String? {
        [.healthImport, .manual].contains(source.kind) && sessionID != nil ? seat?.rawValue : nil
    }

    /// The reading at the time of a clock that is right, if its producer's clock is ahead and gave it its time; else nil.
    ///
    /// - Parameter lead: By how many seconds that clock is ahead.
    fileprivate func earlier(by lead: TimeInterval) -> Reading? {
        guard lead >= ClockSkip.least, [.bluetooth, .ocr].contains(source.kind) else { return nil }
        var reading = self
        reading.timestamp -= lead
        reading.askedAt = askedAt.map { $0 - lead }
        return reading
    }

    /// The reading with a wrong time: by a right clock it may be another person's, whatever is assigned later.
    fileprivate var ofUnknownTime: Reading {
        var reading = self
        reading.timeQuality = .unknown
        return reading
    }

    /// The reading without its request: no seat and no time of the request.
    fileprivate var withoutWord: Reading {
        var reading = self
        (reading.seat, reading.askedAt) = (nil, nil)
        return reading
    }
}
