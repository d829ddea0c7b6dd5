internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Makes the decisions that the store commits: to book a reading, hold it, or decide again.
struct ReadingDecisions: Sendable {
    let events: EventWriter
    let ownership: Ownership
    let wallClock: ClockService

    /// Books a reading on a session's user, with its event.
    ///
    /// An imported reading has no event: an import may carry a million.
    func queue(
        _ reading: Reading,
        in session: StoredSession,
        seat: SeatID,
        at now: Date
    ) throws -> (ReadingDecision, LogID) {
        let record = record(of: reading, in: session, seat: seat)
        let saved = Data(try WireJSON.encode(record))
        let isTold = reading.source.kind != .healthImport
        let told =
            isTold
            ? events.readingQueued(reading, record: record, saved: saved, session: session, at: now) : nil
        let new = NewRecord(
            logID: record.logID.rawValue,
            sessionID: session.id,
            seat: seat.rawValue,
            record: saved,
            isHistory: reading.history,
            measuredAt: record.timestamp
        )
        return (decision(reading, outcome: .queue(new), notifications: [told].compactMap { $0 }), record.logID)
    }

    /// Holds a reading, with its event; a reading that awaits confirmation is held for that reason unless it is
    /// invalid.
    func hold(
        _ reading: Reading,
        because reason: HeldReason,
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
        let told = events.readingHeld(reading, reason: reason, assignedTo: owner, at: now)
        return decision(reading, outcome: outcome, notifications: [told].compactMap { $0 })
    }

    /// Merges a reading into its twin, which another hub submitted first.
    func merge(_ reading: Reading, into first: String) -> ReadingDecision {
        decision(reading, outcome: .merge(into: first), notifications: [])
    }

    /// Decides about a held reading as if it were submitted now; nil leaves it held.
    ///
    /// A reading of the default user stays held: an assignment deletes nothing.
    func decideAgain(_ item: HeldCase, at now: Date) throws -> ReadingDecision? {
        // Absent is nil: an unreadable reading stays held.
        guard item.held.reason != HeldReason.invalid.rawValue,
            let reading = try? WireJSON.decode(Reading.self, from: Array(item.held.reading))
        else { return nil }
        if item.given?.isChangedByHand == true { return try hold(reading, because: .changedByHand, at: now) }
        if wallClock.isDoubtful(reading) { return try hold(reading, because: .clockUnknown, at: now) }
        let seat: String
        switch ownership.decide(reading, assignments: item.assignments) {
        case .hold(let reason, let owner): return try hold(reading, because: reason, assignedTo: owner, at: now)
        case .seat(let decided): seat = decided
        }
        if isOfSkippedTime(reading, seat: seat, assignments: item.assignments)
            || mayBeElsewhere(reading, than: seat, assignments: item.assignments)
        {
            return try hold(reading, because: .clockUnknown, at: now)
        }
        guard let session = try item.session(seat: seat, at: reading.timestamp), let seatID = SeatID(rawValue: seat)
        else { return try hold(reading, because: .noSession, at: now) }
        guard !session.isDefaultUser else { return nil }
        guard !isOfSkippedTime(reading, session: session), try !mayBeAnothers(reading, session: session, in: item)
        else { return try hold(reading, because: .clockUnknown, at: now) }
        if Self.wantsALook(reading) { return try hold(reading, because: .implausible, at: now) }
        return try queue(reading, in: session, seat: seatID, at: now).0
    }

    /// Whether a reading has its seat only by assignments that may have begun after it, because the clock was behind.
    func isOfSkippedTime(_ reading: Reading, seat: String, assignments: [DeviceAssignment]) -> Bool {
        guard reading.seatByWord == nil else { return false }
        let deciding = assignments.filter {
            $0.seat == seat && $0.from <= reading.timestamp && $0.until.map { reading.timestamp < $0 } ?? true
        }
        return !deciding.isEmpty && deciding.allSatisfy { wallClock.mayPrecede($0.from, reading: reading) }
    }

    /// Whether a reading's session may have begun after it, because the clock was behind.
    func isOfSkippedTime(_ reading: Reading, session: StoredSession) -> Bool {
        reading.seatByWord == nil && wallClock.mayPrecede(session.startedAt, reading: reading)
    }

    /// Whether the seat had another person when the reading was requested, or at another time that its device may mean.
    func mayBeAnothers(_ reading: Reading, session: StoredSession, in item: HeldCase) throws -> Bool {
        if let askedAt = reading.laterRequest(for: session.seat),
            try item.session(seat: session.seat, at: askedAt)?.holder != session.holder
        {
            return true
        }
        return try reading.possibleTimes.contains { time in
            let other = try item.session(seat: session.seat, at: time)
            return other != nil && other?.holder != session.holder
        }
    }

    /// Whether the device had another seat at another time that it may mean.
    func mayBeElsewhere(_ reading: Reading, than seat: String, assignments: [DeviceAssignment]) -> Bool {
        let times = reading.possibleTimes
        guard let first = times.first, let last = times.last else { return false }
        // The usual case, which needs no further decision: nothing changed meanwhile.
        let changes = assignments.flatMap { [$0.from, $0.until] } + [reading.askedAt]
        guard changes.contains(where: { $0.map { first <= $0 && $0 <= last } ?? false }) else { return false }
        return times.contains { time in
            var other = reading
            other.timestamp = time
            guard case .seat(let found) = ownership.decide(other, assignments: assignments) else { return false }
            return found != seat
        }
    }

    /// Whether a person must check a reading's values before it is booked; typed values have been checked already.
    static func wantsALook(_ reading: Reading) -> Bool { reading.source.kind != .manual && reading.verdict != .usual }

    private func record(of reading: Reading, in session: StoredSession, seat: SeatID) -> VitalRecord {
        let logID = LogID.derive(
            sessionUser: session.userID,
            organization: session.organizationID,
            readingKey: reading.readingKey
        )
        return VitalRecord(reading: reading, logID: logID, seat: seat)
    }

    private func decision(
        _ reading: Reading,
        outcome: ReadingDecision.Outcome,
        notifications: [NewNotification]
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
}
