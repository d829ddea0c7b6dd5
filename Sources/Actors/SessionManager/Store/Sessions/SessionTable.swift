public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The sessions: their starts, their ends, and the seats that had them.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct SessionTable: QueueTable {
    let base: QueueBase

    /// Starts a session and ends the seat's present one first.
    ///
    /// It takes over the unsynced records of the same person's ended sessions, with the same log ids.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - further: The sessions that accompany it at further destinations.
    ///   - taken: Sessions whose records also go to its destination, with the id of the new session that accompanies
    ///     each.
    ///   - endReason: Why the present session ends.
    ///   - notifications: Saved in the same transaction, for example `sessionStarted`.
    ///   - madeAt: When the request was made; nil to skip the check of the order.
    ///   - at: The wall clock.
    /// - Returns: The session that ended; its `sessionEnded` may still wait for a leased record.
    /// - Throws: ``StoreErrorCode/outdated`` when a later request has started or ended a session of the seat: a late
    ///   request must not undo it.
    @discardableResult
    public func start(
        _ session: StoredSession,
        further: [StoredSession] = [],
        taking taken: [(id: String, by: String)] = [],
        endingPresentFor endReason: String,
        notifications: [NewNotification] = [],
        madeAt: Date? = nil,
        at: Date
    ) async throws -> StoredSession? {
        try await transaction(at: at) { step in
            if let madeAt { try step.sessions.check(seat: session.seat, unchangedSince: madeAt) }
            let present = try step.sessions.present(seat: session.seat)
            if let present { try step.sessions.close(present, reason: endReason) }
            try session.insert(step.database)
            for (id, accompanying) in taken { try step.taking.take(id, along: session, as: accompanying) }
            try step.sessions.link(to: session)
            for var other in further {
                other.accompanies = session.id
                try other.insert(step.database)
                try step.sessions.link(to: other)
            }
            // The first slice only; the others follow in ``saveEnds(limit:at:)``.
            _ = try step.sessions.takeOver(limit: 500)
            try step.sessions.tellFinishedEnds()
            for notification in notifications { try step.save(notification) }
            return try present.flatMap {
                try StoredSession.fetchAll(step.database, condition: "WHERE id = ?", arguments: [$0.id]).first
            }
        }
    }

    /// Ends a session.
    ///
    /// Grants stop with the commit; `sessionEnded` is published once none of its records is leased.
    ///
    /// - Parameter request: The request's name, by which a repeat is recognised.
    /// - Returns: The ended session; a session that had ended before is returned unchanged.
    /// - Throws: ``StoreErrorCode/notFound``.
    @discardableResult
    public func end(
        _ id: String,
        reason: String,
        request: RequestName? = nil,
        at: Date
    ) async throws -> StoredSession {
        try await transaction(at: at) { step in
            try step.note(request, about: id)
            guard
                let session = try StoredSession.fetchAll(step.database, condition: "WHERE id = ?", arguments: [id])
                    .first
            else {
                throw step.missing("session")
            }
            if session.endedAt == nil { try step.sessions.end(session, reason: reason) }
            return try StoredSession.fetchAll(step.database, condition: "WHERE id = ?", arguments: [id]).first
                ?? session
        }
    }

    /// Continues or ends the records of ended sessions, a slice at a time.
    ///
    /// It begins deliveries of taken-over records, moves records to their person's next session, and saves the
    /// remaining pending ones as ended.
    ///
    /// - Returns: How many were saved; zero when none is left.
    public func saveEnds(limit: Int = 500, at: Date) async throws -> Int {
        switch try await writer.read({ try UnsavedEnd.next($0) }) {
        case nil: 0
        case .taken(let records): try await transaction(at: at) { try $0.taking.fill(records, limit: limit) }
        case .followed: try await transaction(at: at) { try $0.sessions.takeOver(limit: limit) }
        case .ended(let session): try await saveEnd(of: session, limit: limit, at: at)
        }
    }

    private func saveEnd(of session: String, limit: Int, at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: """
                    UPDATE queue SET state = 'ended', outcome_unknown = possibly_sent, not_before = 0, changed_at = ?
                    WHERE id IN (SELECT queue.id FROM queue JOIN sessions ON sessions.id = queue.session_id
                        WHERE queue.session_id = ? AND queue.state = 'pending' AND sessions.ended_at IS NOT NULL
                        LIMIT ?)
                    """,
                arguments: [StoreTime.milliseconds(at), session, limit]
            )
            return step.database.changesCount
        }
    }

    /// Changes a running session's subscriptions.
    ///
    /// - Parameter change: Makes the new subscriptions from the stored ones, in the same transaction: otherwise one of
    ///   two changes at the same time would be lost. It runs on the database's queue.
    /// - Returns: The session with the new subscriptions.
    /// - Throws: ``StoreErrorCode/notFound``, or the error of the change.
    @discardableResult
    public func changeSubscriptions(
        of id: String,
        at: Date,
        _ change: @escaping @Sendable (Data?) throws -> Data
    ) async throws -> StoredSession {
        try await transaction(at: at) { step in
            let running = "WHERE id = ? AND ended_at IS NULL"
            guard var session = try StoredSession.fetchAll(step.database, condition: running, arguments: [id]).first
            else { throw step.missing("running session") }
            let changed = try change(session.subscriptions)
            try step.database.executeCached(
                sql: "UPDATE sessions SET subscriptions = ? WHERE id = ?",
                arguments: [changed, id]
            )
            session.subscriptions = changed
            return session
        }
    }

    /// A session by its id.
    public func session(id: String) async throws -> StoredSession? {
        try await writer.read { try StoredSession.fetchAll($0, condition: "WHERE id = ?", arguments: [id]).first }
    }

    /// The session that a seat has now.
    public func session(seat: String) async throws -> StoredSession? {
        try await writer.read { try StoredSession.present($0, seat: seat) }
    }

    /// The sessions that accompany a session at its further destinations, running and ended.
    public func further(of session: String) async throws -> [StoredSession] {
        try await writer.read { try StoredSession.further($0, of: session) }
    }

    /// The sessions that seats had at the times of measurements, running or ended; nil for none.
    ///
    /// - Parameter moments: Seats and times; the answers are in their order.
    public func sessions(at moments: [(seat: String, measuredAt: Date)]) async throws -> [StoredSession?] {
        guard !moments.isEmpty else { return [] }
        return try await writer.read { database in
            try moments.map { try StoredSession.fetch(database, seat: $0.seat, at: $0.measuredAt) }
        }
    }

    /// The running sessions with unconfirmed credentials, oldest first; the default user has none.
    public func unvalidated() async throws -> [StoredSession] {
        try await writer.read {
            try StoredSession.fetchAll(
                $0,
                condition:
                    "WHERE validated = 0 AND ended_at IS NULL AND api_version <> 'default' ORDER BY started_at, id"
            )
        }
    }

    /// Marks a session's credentials as confirmed; an ended session stays unchanged.
    public func setValidated(session id: String, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "UPDATE sessions SET validated = 1 WHERE id = ? AND ended_at IS NULL AND validated = 0",
                arguments: [id]
            )
        }
    }

    /// All running sessions of seats, and ended ones that still wait for a leased record.
    public func open() async throws -> [StoredSession] { try await writer.read { try StoredSession.open($0) } }
}
