internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueTransaction {
    /// The session that a seat has now.
    func present(seat: String) throws -> StoredSession? {
        try StoredSession.fetchAll(database, "WHERE seat = ? AND ended_at IS NULL", [seat]).first
    }

    /// Checks that nobody started a session of a seat or asked for its end after a time.
    ///
    /// Other ends, such as a refused token's, are no person's wish and do not count. Neither does what lies ahead of the
    /// clock: the clock was set back since, so it says nothing of the order, and the store's own order stands.
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
        if later != nil { throw outdated("the seat's session") }
    }

    /// Says that something was changed after a change of it was asked for.
    func outdated(_ what: String) -> StoreError {
        let message = "\(what) was changed after this was asked for; ask again if it is still meant"
        return StoreError(code: .outdated, message: message, path: path, isRetriable: true)
    }

    /// Ends a session: what waits is unsynced now; what is leased ends with its answer or its lease.
    ///
    /// The records' rows are not touched here: a record of an ended session that stands as pending counts and reads as
    /// ended, and is saved so by ``QueueStore/saveEnds(limit:at:)``.
    func end(_ session: StoredSession, reason: String) throws {
        try close(session, reason: reason)
        try tellFinishedEnds()
    }

    /// Ends a session whose end is told later in the transaction, when it is known what goes on.
    func close(_ session: StoredSession, reason: String) throws {
        try database.executeCached(
            sql: "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ?",
            arguments: [StoreTime.milliseconds(at), reason, session.id]
        )
    }

    /// Where a session's records go, and what its requests count against; nil where there is no such session.
    func route(ofSession id: String) throws -> (api: String, rateKey: String)? {
        let sql = "SELECT api, coalesce(rate_key, id) AS rate FROM sessions WHERE id = ?"
        return try database.rowCached(sql: sql, arguments: [id]).map { (try $0.value("api"), try $0.value("rate")) }
    }

    /// Tells the end of each ended session of which nothing is leased any more, once.
    func tellFinishedEnds() throws {
        let finished = try StoredSession.fetchAll(
            database,
            """
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
            if let told { try save(told) }
        }
    }

    /// How many records an ended session leaves; none where its person's next session takes them over.
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
