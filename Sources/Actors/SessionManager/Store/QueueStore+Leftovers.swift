internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// What ended sessions left, by seat; a seat whose sessions never ended is missing.
    public func leftovers() async throws -> [String: SeatLeftover] {
        try await writer.read { database in
            var found: [String: SeatLeftover] = [:]
            for row in try database.rowsCached(sql: Self.lastEnds) {
                let reason: String? = try row.optional("end_reason")
                found[try row.value("seat"), default: SeatLeftover()].endReason = reason
            }
            for row in try database.rowsCached(sql: Self.unsyncedBySeat) {
                found[try row.value("seat"), default: SeatLeftover()].unsynced = try row.value("n")
            }
            return found
        }
    }

    /// What a seat's ended sessions left; nil where none ever ended.
    public func leftover(seat: String) async throws -> SeatLeftover? {
        try await writer.read { database in
            guard let end = try database.rowCached(sql: Self.lastEnd, arguments: [seat]) else { return nil }
            var left = SeatLeftover()
            left.endReason = try end.optional("end_reason")
            let row = try database.rowCached(sql: Self.unsyncedOfSeat, arguments: [seat])
            left.unsynced = try row?.optional("n") ?? 0
            return left
        }
    }

    private static let lastEnd = """
        SELECT end_reason FROM sessions WHERE seat = ? AND ended_at IS NOT NULL ORDER BY rowid DESC LIMIT 1
        """

    /// A seat's sessions follow each other, so the newest of those that ended is the last one.
    private static let lastEnds = """
        SELECT seat, end_reason, max(rowid) FROM sessions WHERE ended_at IS NOT NULL GROUP BY seat
        """

    private static let unsyncedBySeat =
        "SELECT sessions.seat AS seat, sum(queue_counts.n) AS n \(unsynced) GROUP BY sessions.seat"

    private static let unsyncedOfSeat = "SELECT sum(queue_counts.n) AS n \(unsynced) AND sessions.seat = ?"

    private static let unsynced = """
        FROM queue_counts JOIN sessions ON sessions.id = queue_counts.session_id
        WHERE queue_counts.state IN ('ended', 'pending') AND queue_counts.kind < 2
            AND sessions.ended_at IS NOT NULL AND sessions.id NOT IN (\(SessionSteps.leftToNext))
        """

    /// Makes due now what waits in a session for a later attempt, its hold and its destination's probe included.
    ///
    /// In slices, each a transaction of its own, so that live readings get through in between.
    public func hasten(session: StoredSession, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "UPDATE sessions SET hold_until = 0 WHERE id = ?",
                arguments: [session.id]
            )
            try step.database.executeCached(
                sql: "UPDATE destinations SET next_probe = 0 WHERE api IN (?, ?)",
                arguments: [session.api, ImageDestination.name(of: session.api)]
            )
        }
        let slice = 500
        var changed = slice
        // What is delayed anew while this runs is not hastened again and again.
        var rounds = try await openCount(sessionID: session.id) / slice + 2
        while changed == slice, rounds > 0 {
            changed = try await transaction(at: at) { try $0.makeDue(session: session.id, limit: slice) }
            rounds -= 1
        }
    }
}

extension QueueTransaction {
    /// Makes delayed records of a session due, up to a number; returns how many.
    fileprivate func makeDue(session: String, limit: Int) throws -> Int {
        try database.executeCached(
            sql: """
                UPDATE queue SET not_before = 0, changed_at = ? WHERE id IN (SELECT id FROM queue
                    WHERE session_id = ? AND state = 'pending' AND not_before > 0 LIMIT ?)
                """,
            arguments: [StoreTime.milliseconds(at), session, limit]
        )
        return database.changesCount
    }
}
