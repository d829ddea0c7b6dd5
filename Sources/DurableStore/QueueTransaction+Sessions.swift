internal import Delivery
internal import FoundationEssentials
internal import GRDB

extension QueueTransaction {
    /// The session that a seat has now.
    func present(seat: String) throws -> StoredSession? {
        try StoredSession.fetchAll(database, "WHERE seat = ? AND ended_at IS NULL", [seat]).first
    }

    /// Ends a session: what waits is unsynced now; what is leased ends with its answer or its lease.
    func end(_ session: StoredSession, reason: String) throws {
        let waiting = try StoredRecord.fetchAll(
            database,
            "WHERE queue.session_id = ? AND queue.state IN ('pending', 'leased')",
            [session.id]
        )
        for var record in waiting { try apply(to: &record) { $0.sessionEnded() } }
        try database.executeCached(
            sql: "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ?",
            arguments: [StoreTime.milliseconds(at), reason, session.id]
        )
        try tellFinishedEnds()
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
            let unsynced = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM queue WHERE session_id = ? AND state = 'ended'",
                arguments: [session.id]
            )
            if let told = notifications.sessionEnded(session, unsynced: unsynced ?? 0, at: at) { try save(told) }
        }
    }
}
