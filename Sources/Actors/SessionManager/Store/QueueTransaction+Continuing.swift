internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What an ended session left unsynced goes on under the next session of the same person at the same destination.
///
/// The start links the sessions; the records follow by these links at once, in slices, or when their lease ends, so that a
/// kill at any moment costs nothing. A session that ran beside the ended one takes nothing over: only a start says that the
/// person's records are wanted.
extension QueueTransaction {
    /// Makes a session that has just started the next one of all ended sessions of its person.
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

    /// The running session under which an ended one's records go on; nil where there is none.
    func nextSession(of session: String) throws -> String? {
        try database.rowCached(
            sql: """
                SELECT next.id AS id FROM sessions JOIN sessions AS next ON next.id = sessions.continued_by
                WHERE sessions.id = ? AND sessions.ended_at IS NOT NULL AND next.ended_at IS NULL
                """,
            arguments: [session]
        )?.value("id")
    }

    /// Lets a record that its session's end has cut off go on under the next session, if there is one.
    ///
    /// - Returns: What the machine says; nothing where nothing changes. The record is not saved here.
    @discardableResult
    func goOn(_ record: inout StoredRecord) throws -> [DeliveryAction] {
        guard case .ended = record.entry.state, let next = try nextSession(of: record.sessionID) else { return [] }
        record.sessionID = next
        record.sessionFence = record.entry.fence
        return record.entry.sessionContinued()
    }

    /// Lets up to so many records go on that ended sessions left, as the machine would say it for each.
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
        return database.changesCount
    }

    /// The ended sessions that have records for a running one.
    static let leftToNext = """
        SELECT sessions.id FROM sessions JOIN sessions AS next ON next.id = sessions.continued_by
        WHERE sessions.ended_at IS NOT NULL AND next.ended_at IS NULL AND EXISTS (SELECT 1 FROM queue_counts
            WHERE queue_counts.session_id = sessions.id AND queue_counts.state IN ('ended', 'pending'))
        """
}
