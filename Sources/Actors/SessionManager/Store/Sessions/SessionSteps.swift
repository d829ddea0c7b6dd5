internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The steps of sessions: their start, their end, and the move of their records to the person's next session.
struct SessionSteps: QueueStep {
    let step: QueueTransaction

    /// The session that a seat has now.
    func present(seat: String) throws -> StoredSession? {
        try StoredSession.present(database, seat: seat)
    }

    /// Checks that no request after a given time started or ended a session of the seat.
    ///
    /// Other ends, such as after a refused token, were not requested and do not count. Times ahead of the clock do not
    /// count either: the clock was set back since, so they say nothing about the order.
    ///
    /// - Throws: ``StoreErrorCode/outdated``.
    func check(seat: String, unchangedSince time: Date) throws {
        let later = try database.rowCached(
            sql: """
                SELECT 1 FROM sessions
                WHERE seat = ?1 AND (started_at > ?2 AND started_at <= ?3
                    OR ended_at > ?2 AND ended_at <= ?3 AND end_reason = 'requested') LIMIT 1
                """,
            arguments: [seat, StoreTime.milliseconds(time), StoreTime.milliseconds(at)]
        )
        if later != nil { throw step.outdated("the seat's session") }
    }

    /// Ends a session: its waiting records become unsynced; leased ones end with their answer or lease.
    ///
    /// The records' rows do not change here: a pending record of an ended session counts and reads as ended, until
    /// ``SessionTable/saveEnds(limit:at:)`` saves it so.
    func end(_ session: StoredSession, reason: String) throws {
        try close(session, reason: reason)
        try tellFinishedEnds()
    }

    /// Ends a session and those that accompany it; their end is published later in the transaction, once it is known
    /// which records continue.
    func close(_ session: StoredSession, reason: String) throws {
        try database.executeCached(
            sql: """
                UPDATE sessions SET ended_at = ?1, end_reason = ?2
                WHERE id = ?3 OR (accompanies = ?3 AND ended_at IS NULL)
                """,
            arguments: [StoreTime.milliseconds(at), reason, session.id]
        )
    }

    /// A session's destination and the key of its rate limit; nil if the session does not exist.
    func route(ofSession id: String) throws -> (api: String, rateKey: String)? {
        let sql = "SELECT api, coalesce(rate_key, id) AS rate FROM sessions WHERE id = ?"
        return try database.rowCached(sql: sql, arguments: [id]).map { (try $0.value("api"), try $0.value("rate")) }
    }

    /// Publishes, once, the end of each ended session without leased records.
    func tellFinishedEnds() throws {
        let finished = try StoredSession.fetchAll(
            database,
            condition: """
                WHERE ended_at IS NOT NULL AND end_told = 0 AND NOT EXISTS (
                    SELECT 1 FROM queue WHERE queue.session_id = sessions.id AND queue.state = 'leased')
                """
        )
        for var session in finished {
            session.isEndTold = true
            session.sealedToken = nil
            try database.executeCached(
                sql: "UPDATE sessions SET end_told = 1, token_sealed = NULL WHERE id = ?",
                arguments: [session.id]
            )
            let unsynced = try unsyncedCount(of: session)
            let first = unsynced > 0 ? try RecordList.firstUnsynced(database, sessionID: session.id) : []
            let told = notifications.sessionEnded(session, unsynced: unsynced, first: first, at: at)
            if let told { try step.save(told) }
        }
    }

    /// How many records an ended session leaves; none if its person's next session takes them over.
    private func unsyncedCount(of session: StoredSession) throws -> Int {
        guard try nextSession(of: session.id) == nil else { return 0 }
        return try Int.fetchOne(
            database,
            sql: """
                SELECT sum(n) FROM queue_counts
                WHERE session_id = ? AND state IN ('ended', 'pending') AND kind < 2
                """,
            arguments: [session.id]
        ) ?? 0
    }
}

/// The next session of the same person at the same destination takes over an ended session's unsynced records.
///
/// The start links the sessions. The records follow these links at once, in slices, or when their lease ends, so a kill
/// at any moment loses nothing. A session that was already running takes nothing over: only a start shows that the
/// person's records are wanted.
extension SessionSteps {
    /// Links all ended sessions of a person to the session that has just started.
    func link(to next: StoredSession) throws {
        guard !next.userID.isEmpty else { return }
        try database.executeCached(
            sql: """
                UPDATE sessions SET continued_by = :id
                WHERE user_id = :user AND organization_id = :organization AND api = :api AND ended_at IS NOT NULL
                """,
            arguments: [
                "id": next.id, "user": next.userID, "organization": next.organizationID, "api": next.api,
            ]
        )
    }

    /// The running session that takes over an ended session's records; nil if there is none.
    func nextSession(of session: String) throws -> String? {
        try database.rowCached(
            sql: """
                SELECT next.id AS id FROM sessions JOIN sessions AS next ON next.id = sessions.continued_by
                WHERE sessions.id = ? AND sessions.ended_at IS NOT NULL AND next.ended_at IS NULL
                """,
            arguments: [session]
        )?.value("id")
    }

    /// Moves a record that its session's end cut off to the next session, if there is one.
    ///
    /// - Returns: The actions of the state machine; empty if nothing changes. The record is not saved here.
    @discardableResult
    func goOn(_ record: inout StoredRecord) throws -> [DeliveryAction] {
        guard case .ended = record.entry.state, let next = try nextSession(of: record.sessionID) else { return [] }
        record.sessionID = next
        record.sessionFence = record.entry.fence
        return record.entry.sessionContinued()
    }

    /// Moves up to `limit` records of ended sessions to the next sessions, as the state machine would move each.
    ///
    /// - Returns: How many.
    func takeOver(limit: Int) throws -> Int {
        try database.executeCached(
            sql: """
                UPDATE queue SET state = 'pending', outcome_unknown = 0, not_before = 0, session_fence = fence,
                    session_id = (SELECT continued_by FROM sessions WHERE sessions.id = queue.session_id), changed_at = ?
                WHERE id IN (SELECT id FROM queue WHERE session_id IN (\(Self.leftToNext)) AND state IN ('ended', 'pending')
                    LIMIT ?)
                """,
            arguments: [StoreTime.milliseconds(at), limit]
        )
        let count = database.changesCount
        if count > 0 { step.changed.note(ChangedSeats.Seats(areAll: true)) }
        return count
    }

    /// The ended sessions that have records for a running one.
    static let leftToNext = """
        SELECT sessions.id FROM sessions JOIN sessions AS next ON next.id = sessions.continued_by
        WHERE sessions.ended_at IS NOT NULL AND next.ended_at IS NULL AND EXISTS (SELECT 1 FROM queue_counts
            WHERE queue_counts.session_id = sessions.id AND queue_counts.state IN ('ended', 'pending'))
        """
}
